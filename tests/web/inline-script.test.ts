// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ROOT_ID } from '#web/platform/dom-contract.ts';

const root = () => document.getElementById(ROOT_ID) as HTMLElement;

beforeEach(() => {
  vi.resetModules();
  // The app, which does nothing.
  vi.stubGlobal('__ENTRY__', 'data:text/javascript,');
  vi.stubGlobal('__ENTRY_CHUNKS__', []);
  vi.stubGlobal('__CHUNKS__', {});
});
afterEach(() => {
  globalThis.stopCapture?.();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Opens the document of the login, as the build has prerendered it. */
const openLogin = async () => {
  history.replaceState(null, '', '/#/login');
  document.body.innerHTML = `<div id="${ROOT_ID}" data-path="/login"><form><input name="email"></form></div>`;
  await import('#web/boot/inline-script.ts');
};

const enter = (init: KeyboardEventInit = {}): boolean => {
  const event = new KeyboardEvent('keydown', {
    key: 'Enter',
    bubbles: true,
    cancelable: true,
    ...init,
  });
  return root().querySelector('input')?.dispatchEvent(event) ?? false;
};

test('Enter before the app runs is repeated by it, one that ends the input of a character is not', async () => {
  await openLogin();
  expect(enter({ isComposing: true })).toBe(true);
  expect(globalThis.earlyInput).toEqual([]);
  expect(enter()).toBe(false);
  expect(globalThis.earlyInput).toEqual([root().querySelector('form')]);
});

test.each([
  ['signed-in=1', 0],
  ['xsrf=token; signed-in=1', 0],
  ['signed-in=1; theme=dark', 0],
  ['xsrf=token', 1],
  ['not-signed-in=1', 1],
])(
  'with the cookies %s the login is shown %i times before the app runs',
  async (cookies, count) => {
    vi.spyOn(document, 'cookie', 'get').mockReturnValue(cookies);
    await openLogin();
    expect(root().querySelectorAll('form')).toHaveLength(count);
  },
);

test.each([
  ['is shown while the app loads', '/about', 1],
  ['is not shown once the visitor has gone on', '/pricing', 0],
] as const)('a page that home’s document has fetched %s', async (_, path, count) => {
  history.replaceState(null, '', '/#/about');
  document.body.innerHTML = `<div id="${ROOT_ID}"><main>Home</main></div>`;
  let arrive = (_html: string) => {};
  globalThis.fetchedPage = new Promise((resolve) => {
    arrive = resolve;
  });
  await import('#web/boot/inline-script.ts');
  history.replaceState(null, '', `/#${path}`);
  arrive(`<title>About</title><div id="${ROOT_ID}" data-path="/about"><h1>About us</h1></div>`);
  await globalThis.fetchedPage;
  await new Promise((resolve) => setTimeout(resolve));
  expect(document.querySelectorAll('h1')).toHaveLength(count);
  globalThis.fetchedPage = undefined;
});
