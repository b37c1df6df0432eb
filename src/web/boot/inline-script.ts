// The build inlines this script at the end of the document. It shows the prerendered page of the
// route, preloads the route's chunks, captures early input and imports the app.

import * as storageKeys from '#contract/storage-keys.ts';
import {
  CAPTURED_BUTTONS,
  HOME_TEMPLATE_ID,
  PATH_KEY,
  PRERENDERED_ATTRIBUTE,
  PRERENDERED_ID,
  ROOT_ID,
  SIGNED_IN,
} from '#web/platform/dom-contract.ts';
import { noteArrival } from '#web/routing/arrival-note.ts';
import { currentPath, ENTRY_KEY, keyOfEntry } from '#web/routing/hash-location.ts';
import { importInTasks } from '#web/routing/import-in-tasks.ts';
import { internalLink, routeOf } from '#web/routing/internal-link.ts';
import { renderDeferredSections } from './deferred-layout.ts';

/** URL of the app's entry module. The build fills it in. */
declare const __ENTRY__: string;
/** URLs of the chunks that the entry module imports, each after its own imports. */
declare const __ENTRY_CHUNKS__: string[];
/** `pageChunks` of this document, without the chunks of the entry module. */
declare const __CHUNKS__: Record<string, string[]>;

/** Delay where the browser lacks `requestIdleCallback`: after the work of the load event. */
const IDLE_FALLBACK_MS = 200;
/** Latest start of the app, even without any input. */
const IDLE_TIMEOUT_MS = 3000;
const CAPTURED_EVENTS = ['click', 'keydown', 'submit', 'input'];
/** The first of these events starts the app at once. */
const START_EVENTS = ['pointerdown', 'touchstart', 'keydown', 'scroll', 'hashchange'];

/** Addresses are recorded, so an email address does not stay in one. */
const dropEmail = (): void => {
  const shown = location.search + location.hash;
  const kept = shown
    .replace(/(?<=[?&])email=[^&#]*(?:&|(?=#|$))/gi, '')
    .replace(/[?&](?=#|$)/g, '');
  if (kept !== shown) history.replaceState(history.state, '', `/${kept}`);
};

const boot = (): void => {
  dropEmail();
  noteArrival();
  const path = currentPath();
  const root = document.getElementById(ROOT_ID) as HTMLElement;
  const isHomeDocument = root.dataset[PATH_KEY] === undefined;
  /** Whether home's document shows another route. */
  const isElsewhere = isHomeDocument && path !== '/';
  /** What the app is to replace. */
  const staleNodes: Node[] = [];
  let isWithoutApp = false;

  /** Whether stored data, a cookie, the query or the history changes what the page shows first. */
  const isPrerenderedStale = (): boolean => {
    const drafts: Record<string, () => string | null> = {
      '/login': () => sessionStorage.getItem(storageKeys.loginDraft),
      '/forgotPassword': () => sessionStorage.getItem(storageKeys.forgotPasswordDraft),
      '/checkout': () => localStorage.getItem(storageKeys.signUpDraft),
      '/demo': () => sessionStorage.getItem(storageKeys.demoDraft),
    };
    // Only there: cookies are in another process, for which the first paint waits.
    if (/^.(?:login|checkout)/.test(path)) globalThis.wasSignedIn = SIGNED_IN.test(document.cookie);
    return (
      globalThis.wasSignedIn ||
      (path === '/checkout' && /[?&]plan=/.test(location.href)) ||
      (drafts[path]?.() ?? null) !== null ||
      Object.entries(history.state ?? {}).some(([key, value]) => key !== ENTRY_KEY && value)
    );
  };

  /** Hides the home page from another route, and keeps its nodes for the static islands. */
  const moveHomeToTemplate = (): void => {
    const template = document.createElement('template');
    template.id = HOME_TEMPLATE_ID;
    template.content.append(...root.childNodes);
    document.body.append(template);
  };

  /** Shows the route's prerendered page in home's document. */
  const show = (styles: Iterable<Element>, content: Iterable<Node>): void => {
    document.head.append(...styles);
    const page = document.createElement('div');
    page.id = PRERENDERED_ID;
    page.dataset[PATH_KEY] = path;
    page.append(...content);
    document.body.prepend(page);
  };

  const showTemplate = (): void => {
    const template = document.querySelector<HTMLTemplateElement>(
      `template[${PRERENDERED_ATTRIBUTE}="${CSS.escape(path)}"]`,
    );
    if (!template) return;
    show(template.content.querySelectorAll('style, link'), template.content.childNodes);
  };

  /** Shows the fetched page, unless the app comes first or the visitor has left its address. */
  const showFetched = async (): Promise<void> => {
    const html = await globalThis.fetchedPage;
    if (html === undefined || globalThis.isMounting || currentPath() !== path) return;
    const fetched = new DOMParser().parseFromString(html, 'text/html');
    const page = fetched.querySelector(`#${ROOT_ID}[data-${PATH_KEY}="${path}"]`);
    if (!page) return;
    document.title = fetched.title;
    // Each inlined stylesheet is followed by a link with its name.
    const names = [...fetched.querySelectorAll<HTMLLinkElement>('style + link')].filter(
      ({ href }) => ![...document.querySelectorAll('link')].some((link) => link.href === href),
    );
    show(
      names.flatMap((name) => [name.previousElementSibling ?? name, name]),
      page.childNodes,
    );
  };

  const captureEarlyInput = (): void => {
    const captured: HTMLElement[] = [];
    const isEnterInField = (event: Event): boolean =>
      event instanceof KeyboardEvent &&
      event.key === 'Enter' &&
      !event.isComposing &&
      event.target instanceof HTMLInputElement;
    const capture = (event: Event): void => {
      if (!(event.target instanceof Element)) return;
      // Who goes on typing does not submit that yet.
      if (event.type === 'input')
        captured.splice(
          0,
          captured.length,
          ...captured.filter(({ tagName }) => tagName !== 'FORM'),
        );
      const isClick = event.type === 'click';
      const link = isClick && !isWithoutApp && !globalThis.isMounting && internalLink(event);
      if (link) {
        event.preventDefault();
        location.hash = routeOf(link);
        return;
      }
      // Enter alone submits nothing yet: the submit button is disabled until the app enables it.
      const isSubmit = event.type === 'submit' || isEnterInField(event);
      if (isSubmit) event.preventDefault();
      else if (!isClick) return;
      const element = event.target.closest<HTMLElement>(isClick ? CAPTURED_BUTTONS : 'form');
      if (!element) return;
      captured.push(element);
      // React would act on it before what was typed is entered again.
      if (globalThis.isMounting) event.stopPropagation();
    };
    for (const type of CAPTURED_EVENTS) addEventListener(type, capture, true);
    globalThis.earlyInput = captured;
    globalThis.stopCapture = () => {
      for (const type of CAPTURED_EVENTS) removeEventListener(type, capture, true);
    };
  };

  globalThis.pageChunks = __CHUNKS__;
  const files = [__ENTRY__, ...__ENTRY_CHUNKS__, ...(globalThis.pageChunks[path] ?? [])];
  const preload = (href: string, fetchPriority: string): void => {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'modulepreload', crossOrigin: '', fetchPriority, href });
    document.head.append(link);
  };

  /** Goes to the real address of the route in the hash. */
  const leaveHash = (): void =>
    location.replace(`${location.origin}/${location.hash.replace(/^#\/?/, '')}`);

  /** Without the app, the prerendered pages remain, with their links. Forms submit nothing. */
  const continueWithoutApp = (): void => {
    isWithoutApp = true;
    root.append(...staleNodes);
    const isShown = document.getElementById(PRERENDERED_ID) ?? (!isElsewhere && root.firstChild);
    // A link may have been pressed already.
    if (!isShown || currentPath() !== path) leaveHash();
    addEventListener('hashchange', leaveHash);
  };

  let isStarted = false;
  const start = (): void => {
    if (isStarted) return;
    isStarted = true;
    removeEventListener('pointermove', startOnMove);
    importInTasks([...__ENTRY_CHUNKS__, __ENTRY__]).catch(continueWithoutApp);
  };
  /** Ignores the `pointermove` by 0 px that browsers send for a pointer at rest on a new page. */
  const startOnMove = ({ movementX, movementY }: PointerEvent): void => {
    if (movementX !== 0 || movementY !== 0) start();
  };

  // A link may be followed before the app can record where the page was left.
  globalThis.firstEntryKey = keyOfEntry();

  if (isElsewhere) moveHomeToTemplate();
  let isStale = true;
  try {
    isStale = isPrerenderedStale();
  } catch {
    // Where the browser forbids storage, the app renders the page without a prerendered one.
  }
  if (isHomeDocument && !isStale) {
    showTemplate();
    void showFetched();
  }
  if (!isHomeDocument && isStale) {
    staleNodes.push(...root.childNodes);
    root.replaceChildren();
    delete root.dataset[PATH_KEY];
  }
  captureEarlyInput();
  if (path !== '/') {
    for (const file of files) preload(file, 'high');
    start();
    return;
  }
  // The prerendered home page is painted first. The app starts when the browser is idle, or earlier
  // at the first sign of a visitor.
  requestAnimationFrame(() => {
    // A task per file, so that none of them becomes a long task.
    for (const file of files) setTimeout(() => preload(file, 'low'));
  });
  renderDeferredSections();
  for (const type of START_EVENTS) addEventListener(type, start, { once: true, passive: true });
  addEventListener('pointermove', startOnMove, { passive: true });
  addEventListener('load', () => {
    if ('requestIdleCallback' in globalThis)
      requestIdleCallback(start, { timeout: IDLE_TIMEOUT_MS });
    else setTimeout(start, IDLE_FALLBACK_MS);
  });
};

boot();
