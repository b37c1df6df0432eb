import { useEffect, useRef } from 'react';
import { useIsOffline } from './connection.ts';
import { createStore, useStore } from './create-store.ts';

/** A fault of the visitor's browser or network, or of the server, that keeps the forms from working. */
export type BrowserIssue =
  | 'offline'
  | 'outdated'
  | 'unreachable'
  | 'cookiesRefused'
  | 'storageRefused';

/** Time between two questions to a server that doesn't answer; a random part spreads those of many tabs. */
const ASK_MS = 4000;
const ASK_SPREAD_MS = 2000;

const areCookiesRefused = createStore(false);
// Not the initial value, which is that of the prerendered page. `navigator` is missing where the build
// prerenders.
if (globalThis.navigator?.cookieEnabled === false) areCookiesRefused.set(true);
const isStorageRefused = createStore(false);

/** Reports whether the browser sent back a cookie that it was given. */
export const reportCookies = (areKept: boolean): void => areCookiesRefused.set(!areKept);

/** Reports whether the browser stored a value that it was given. */
export const reportStorage = (isKept: boolean): void => isStorageRefused.set(!isKept);

const isUnreachable = createStore(false);
/** How often a server that did not answer has answered again. */
const returns = createStore(0);
let isAsking = false;

let answers = 0;

/** How many responses the page has had. */
export const countAnswers = (): number => answers;

/** Reports a response of the server. */
export const reportAnswer = (): void => {
  answers += 1;
  if (isUnreachable.get()) isUnreachable.set(false);
};

/**
 * Reports that a call had no response. Asks until there is one, unless that of another call comes first.
 * @param ask resolves with whether the server answers; never rejects
 */
export const reportNoAnswer = async (ask: () => Promise<boolean>): Promise<void> => {
  if (isAsking) return;
  isAsking = true;
  while (!(await ask())) {
    isUnreachable.set(true);
    await new Promise((resolve) => setTimeout(resolve, ASK_MS + Math.random() * ASK_SPREAD_MS));
    if (!isUnreachable.get()) break;
  }
  isAsking = false;
  if (!isUnreachable.get()) return;
  isUnreachable.set(false);
  returns.set(returns.get() + 1);
};

/** React hook: calls back each time the server answers again. */
export const useReturn = (onReturn: () => void): void => {
  const count = useStore(returns);
  const seen = useRef(count);
  useEffect(() => {
    if (count === seen.current) return;
    seen.current = count;
    onReturn();
  }, [count, onReturn]);
};

const misunderstandings = createStore(0);
const isOutdated = createStore(false);

/** Reports an answer that this script doesn't know: the site may have a newer one. */
export const reportMisunderstood = (): void => misunderstandings.set(misunderstandings.get() + 1);

/** Reports that the site has a newer script than this page. */
export const reportOutdated = (): void => isOutdated.set(true);

/** React hook: a number that grows with each answer that was not understood. */
export const useMisunderstandings = (): number => useStore(misunderstandings);

/** The most severe issue at the moment. */
export const useBrowserIssue = (): BrowserIssue | undefined => {
  const isOffline = useIsOffline();
  const isOld = useStore(isOutdated);
  const isWithoutServer = useStore(isUnreachable);
  const isWithoutCookies = useStore(areCookiesRefused);
  const isWithoutStorage = useStore(isStorageRefused);
  if (isOffline) return 'offline';
  if (isOld) return 'outdated';
  if (isWithoutServer) return 'unreachable';
  if (isWithoutCookies) return 'cookiesRefused';
  return isWithoutStorage ? 'storageRefused' : undefined;
};
