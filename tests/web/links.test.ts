// @vitest-environment happy-dom
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { followLink, preloadLinks } from '#web/routing/links.ts';
import { pageAt } from '#web/routing/routes.tsx';

beforeAll(() => {
  // A link that is left to the browser would leave the test.
  Reflect.get(window, 'happyDOM').settings.navigation.disableMainFrameNavigation = true;
  addEventListener('click', followLink);
  preloadLinks();
});
afterAll(() => removeEventListener('click', followLink));
beforeEach(() => history.replaceState(null, '', '/#/'));

/** A link in markup that React does not render. */
const linkOf = (attributes: string): HTMLElement => {
  document.body.innerHTML = `<a ${attributes}><b>Go</b></a>`;
  return document.querySelector('b') as HTMLElement;
};
/** Clicks it. Returns whether the browser follows it. */
const click = (link: HTMLElement, init: MouseEventInit = {}): boolean =>
  link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init }));

test.each([
  ['/pricing', '', { email: '' }],
  ['/checkout?plan=pro', 'data-plan="Pro"', { email: '', plan: 'Pro' }],
])('a link to %s leads there without a new document', (href, data, state) => {
  expect(click(linkOf(`href="${href}" ${data}`))).toBe(false);
  expect(location.hash).toBe(`#${href}`);
  expect(history.state).toEqual(state);
});

test.each([
  ['to another site', 'href="https://acme.example/"', {}],
  ['to the app', 'href="/app/" rel="external"', {}],
  ['with Ctrl', 'href="/pricing"', { ctrlKey: true }],
  ['with Shift', 'href="/pricing"', { shiftKey: true }],
  ['with Alt', 'href="/pricing"', { altKey: true }],
  ['with the command key', 'href="/pricing"', { metaKey: true }],
  ['with the middle button', 'href="/pricing"', { button: 1 }],
])('a click %s is left to the browser', (_, attributes, init) => {
  const link = linkOf(attributes);
  expect(click(link, init)).toBe(true);
});

test.each(['pointerover', 'focusin', 'touchstart'])(
  'the page of a link is loaded by %s',
  (type) => {
    const load = vi.spyOn(pageAt('/about').chunk, 'load').mockResolvedValue();
    linkOf('href="/about"').dispatchEvent(new Event(type, { bubbles: true }));
    expect(load).toHaveBeenCalledOnce();
  },
);
