// Inlined at the end of the built document: shows the first view of the page that the hash names,
// has its chunks fetched, keeps what a visitor does too early, and starts the script.

import { storageKeys } from '#contract/storage-keys.ts';
import { currentPath } from '#web/location.ts';

/** The script's own module, and the files of each page that the document begins, by its path. */
declare const __ENTRY__: string;
declare const __CHUNKS__: Record<string, string[]>;

type Early = { type: 'click' | 'submit'; index: number };

interface Page {
  earlyEvents?: Early[];
  stopKeeping?: () => void;
  requestIdleCallback?: (run: () => void, options: { timeout: number }) => void;
}

/** Where no browser says when it is idle: after what the load itself has to do. */
const SOON_MS = 200;
/** A visitor who only reads gets a live page by then all the same. */
const IDLE_MAX_MS = 3000;
const BUTTONS = 'button[type="button"]';
const KEPT = ['click', 'keydown', 'submit'];
const SIGNS = ['pointerdown', 'touchstart', 'keydown', 'scroll', 'hashchange'];

const begin = (): void => {
  const page = globalThis as Page;
  const path = currentPath();

  /** What a door's script would show at once isn't its first view then. */
  const isOther = (): boolean => {
    const isSignedIn = /(?:^|; )signed-in=1/.test(document.cookie);
    if (path === '/login')
      return isSignedIn || sessionStorage.getItem(storageKeys.loginDraft) !== null;
    if (path === '/checkout' && (isSignedIn || localStorage.getItem(storageKeys.signUpDraft)))
      return true;
    return /[?&](?:section|plan)=/.test(location.href);
  };

  /** Out of the way of another page, where its still parts are found all the same. */
  const putHomeAway = (): void => {
    const home = document.createElement('template');
    home.id = 'home';
    home.content.append(...(document.querySelector('#root')?.childNodes ?? []));
    document.body.append(home);
  };

  const openDoor = (): void => {
    const door = document.querySelector<HTMLTemplateElement>(
      `template[data-door="${CSS.escape(path)}"]`,
    );
    if (!door || isOther()) return;
    document.head.append(...door.content.querySelectorAll('style, link'));
    const view = document.createElement('div');
    view.id = 'door';
    view.append(door.content);
    document.body.prepend(view);
  };

  const keepEarly = (): void => {
    const early: Early[] = [];
    const view = document.querySelector('#door') ?? document.querySelector('#root');
    const isEntered = (event: Event): boolean =>
      event instanceof KeyboardEvent &&
      event.key === 'Enter' &&
      event.target instanceof HTMLInputElement;
    const keep = (event: Event): void => {
      // Enter by itself sends nothing yet: the button knows only later that it may.
      if (event.type === 'submit' || isEntered(event)) {
        event.preventDefault();
        early.push({ type: 'submit', index: 0 });
        return;
      }
      if (event.type === 'keydown') return;
      const button = event.target instanceof Element ? event.target.closest(BUTTONS) : null;
      const index = button && view ? [...view.querySelectorAll(BUTTONS)].indexOf(button) : -1;
      if (index !== -1) early.push({ type: 'click', index });
    };
    for (const type of KEPT) addEventListener(type, keep, true);
    page.earlyEvents = early;
    page.stopKeeping = () => {
      for (const type of KEPT) removeEventListener(type, keep, true);
    };
  };

  const files = [__ENTRY__, ...(__CHUNKS__[path] ?? [])];
  const preload = (href: string, fetchPriority: string): void => {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'modulepreload', crossOrigin: '', fetchPriority, href });
    document.head.append(link);
  };

  let isStarted = false;
  const start = (): void => {
    if (isStarted) return;
    isStarted = true;
    removeEventListener('pointermove', startIfMoved);
    void import(/* @vite-ignore */ __ENTRY__);
  };
  /** A browser reports the resting pointer of a new page as a move, by nothing. */
  const startIfMoved = ({ movementX, movementY }: PointerEvent): void => {
    if (movementX !== 0 || movementY !== 0) start();
  };

  if (path !== '/') putHomeAway();
  try {
    openDoor();
  } catch {
    // A browser that forbids its storage shows the page when the script is there.
  }
  keepEarly();
  if (path !== '/') {
    for (const file of files) preload(file, 'high');
    start();
    return;
  }
  // After the first paint, and at idle or at the first sign of somebody.
  requestAnimationFrame(() => {
    // Each in a task of its own, so that all of them together hold up nothing.
    for (const file of files) setTimeout(() => preload(file, 'low'));
  });
  for (const sign of SIGNS) addEventListener(sign, start, { once: true, passive: true });
  addEventListener('pointermove', startIfMoved, { passive: true });
  const whenIdle = page.requestIdleCallback ?? ((run: () => void) => setTimeout(run, SOON_MS));
  addEventListener('load', () => whenIdle(start, { timeout: IDLE_MAX_MS }));
};

begin();
