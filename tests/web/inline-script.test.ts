// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as storageKeys from '#contract/storage-keys.ts';
import { ROOT_ID } from '#web/platform/dom-contract.ts';
import { ENTRY_KEY } from '#web/routing/hash-location.ts';

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

test('cookies are not read for a page that they do not change', async () => {
  const cookies = vi.spyOn(document, 'cookie', 'get').mockReturnValue('signed-in=1');
  history.replaceState(null, '', '/#/about');
  document.body.innerHTML = `<div id="${ROOT_ID}" data-path="/about"><main>About</main></div>`;
  await import('#web/boot/inline-script.ts');
  expect(cookies).not.toHaveBeenCalled();
  expect(root().textContent).toBe('About');
});

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
  if (count > 0) expect(document.title).toBe('About');
  globalThis.fetchedPage = undefined;
});

const open = async (address: string, state: object | null = null) => {
  history.replaceState(state, '', address);
  const [path = ''] = address.slice('/#'.length).split('?');
  document.body.innerHTML = `<div id="${ROOT_ID}" data-path="${path}"><h1>Page</h1></div>`;
  await import('#web/boot/inline-script.ts');
};

test.each([
  ['a plan', '/#/checkout?plan=pro', null],
  ['a navigation state', '/#/login', { email: 'asha@acme.example' }],
])('a page that %s changes is not shown before the app runs', async (_, address, state) => {
  await open(address, state);
  expect(root().childElementCount).toBe(0);
});

test.each([
  ['/login', storageKeys.loginDraft, () => sessionStorage],
  ['/forgotPassword', storageKeys.forgotPasswordDraft, () => sessionStorage],
  ['/demo', storageKeys.demoDraft, () => sessionStorage],
  ['/checkout', storageKeys.signUpDraft, () => localStorage],
])('the page at %s is not shown without the draft that it has', async (path, key, storage) => {
  storage().setItem(key, '{}');
  await open(`/#${path}`);
  expect(root().childElementCount).toBe(0);
  storage().clear();
});

test('a page that is loaded again is shown at once', async () => {
  await open('/#/login', { [ENTRY_KEY]: 'key' });
  expect(root().childElementCount).toBe(1);
});

test('without the app, the page that was not shown comes back, and links lead to real addresses', async () => {
  vi.stubGlobal('__ENTRY__', 'data:text/javascript,throw new Error()');
  const replace = vi.spyOn(location, 'replace').mockReturnValue();
  await open('/#/checkout?plan=pro');
  await expect.poll(() => root().childElementCount).toBe(1);
  history.replaceState(null, '', '/#/pricing');
  dispatchEvent(new Event('hashchange'));
  expect(replace.mock.calls.at(-1)).toEqual([`${location.origin}/pricing`]);
});

test.each([
  ['/?email=asha@acme.example#/demo', '/#/demo'],
  ['/#/demo?email=asha@acme.example', '/#/demo'],
  ['/?email=a&utm_source=x#/demo?y=1&email=b&z=2', '/?utm_source=x#/demo?y=1&z=2'],
])('no address stays in %s', async (address, shown) => {
  history.replaceState(null, '', address);
  document.body.innerHTML = `<div id="${ROOT_ID}" data-path="/demo"></div>`;
  await import('#web/boot/inline-script.ts');
  expect(location.pathname + location.search + location.hash).toBe(shown);
});
