import { DEFERRED_KEY } from '#web/platform/dom-contract.ts';

/** Contains every element whose layout `home.module.css` defers. */
const SECTIONS = 'main :is(section, article, dl)';

const { dataset } = document.documentElement;

const layOutRemaining = (): void => {
  delete dataset[DEFERRED_KEY];
};

/** Lays out each section in a task of its own, so that input waits for one of them at most. */
const layOutInTasks = ([section, ...others]: HTMLElement[]): void => {
  if (!section) layOutRemaining();
  if (!section || dataset[DEFERRED_KEY] === undefined) return;
  section.style.contentVisibility = 'visible';
  // Forces the layout now; else the next frame would do all of it.
  void document.body.offsetHeight;
  setTimeout(() => layOutInTasks(others));
};

/**
 * Lays out the home page below its first screen, to be called after the first paint: section by section,
 * and the rest at a key, which may scroll, or at the load event. From then on nothing moves under a
 * pointer.
 */
export const layOutHome = (): void => {
  for (const type of ['keydown', 'load']) addEventListener(type, layOutRemaining, { once: true });
  layOutInTasks([...document.querySelectorAll<HTMLElement>(SECTIONS)]);
};
