import { DEFERRED_KEY } from '#web/platform/dom-contract.ts';

/** Contains every element whose layout `home.module.css` defers. */
const SECTIONS = 'main :is(section, article, dl)';

const { dataset } = document.documentElement;

/**
 * Lays out the rest without moving what is in the window: the footer, which is never deferred, else the
 * section in the middle. The browser's scroll anchoring would come a frame late, when a pointer may have
 * been aimed already; WebKit has none.
 */
const renderInPlace = (): void => {
  if (dataset[DEFERRED_KEY] === undefined) return;
  const middle = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
  const footer = document.querySelector('footer');
  const topOf = (shown: Element | null): number => shown?.getBoundingClientRect().top ?? 0;
  const shown = topOf(footer) < innerHeight ? footer : middle;
  const top = topOf(shown);
  delete dataset[DEFERRED_KEY];
  scrollBy({ top: topOf(shown) - top, behavior: 'instant' });
};

/** Lays out each section in a task of its own, so that input waits for one of them at most. */
const renderInTasks = ([section, ...others]: HTMLElement[]): void => {
  // The event of a scroll comes a frame after it.
  if (!section || scrollY > 0) renderInPlace();
  if (!section || dataset[DEFERRED_KEY] === undefined) return;
  section.style.contentVisibility = 'visible';
  // Forces the layout now; else the next frame would do all of it.
  void document.body.offsetHeight;
  setTimeout(() => renderInTasks(others));
};

/**
 * Lays out the home page below its first screen: section by section after the first paint, and the rest
 * at once when the visitor scrolls or presses a key, which may scroll, and when the app is mounted.
 */
export const renderDeferredSections = (): void => {
  for (const type of ['keydown', 'scroll']) addEventListener(type, renderInPlace, { once: true });
  globalThis.renderDeferred = renderInPlace;
  const sections = [...document.querySelectorAll<HTMLElement>(SECTIONS)];
  requestAnimationFrame(() =>
    // With the fonts, so that no section is laid out twice and none changes its height later.
    setTimeout(() => document.fonts.ready.then(() => renderInTasks(sections))),
  );
};
