import * as storageKeys from '#contract/storage-keys.ts';
import type { ConsentChoice } from '#machines/consent.ts';

/** The version of the text in `content/consent.ts`: a new text gets a new number, and is asked anew. */
export const CONSENT_VERSION = 1;

declare global {
  interface Navigator {
    /** The Global Privacy Control of the browser: https://w3c.github.io/gpc/ */
    readonly globalPrivacyControl?: boolean;
  }
}

const hasPrivacySignal = (): boolean => navigator.globalPrivacyControl === true;

const parse = (stored: unknown): ConsentChoice | undefined => {
  if (typeof stored !== 'object' || stored === null) return undefined;
  const { version, choice, hasSignal } = stored as Record<string, unknown>;
  if (version !== CONSENT_VERSION) return undefined;
  if (choice === 'declined') return choice;
  // A signal that came after the choice takes it back.
  return choice === 'accepted' && (hasSignal === true || !hasPrivacySignal()) ? choice : undefined;
};

/**
 * The visitor's choice about the tag manager; `undefined` if they have to be asked. The privacy signal of the
 * browser declines, unless they have accepted in spite of it. Not a draft of `storage.ts`, because an inlined
 * script reads it before the first paint.
 */
export const readConsent = (): ConsentChoice | undefined => {
  const presumed = hasPrivacySignal() ? 'declined' : undefined;
  try {
    return parse(JSON.parse(localStorage.getItem(storageKeys.consent) ?? 'null')) ?? presumed;
  } catch {
    // Forbidden storage holds no choice.
    return presumed;
  }
};

/** Keeps the choice for all tabs. Without storage, the next page asks again. */
export const keepConsent = (choice: ConsentChoice): void => {
  const kept = { version: CONSENT_VERSION, choice, hasSignal: hasPrivacySignal() };
  try {
    localStorage.setItem(storageKeys.consent, JSON.stringify(kept));
  } catch {
    // The choice holds for this page.
  }
};

/** A tag manager that reads `window.dataLayer`, with Google's Consent Mode v2. */

const PURPOSES = ['ad_storage', 'ad_user_data', 'ad_personalization', 'analytics_storage'];

const purposes = (value: 'granted' | 'denied'): Record<string, string> =>
  Object.fromEntries(PURPOSES.map((purpose) => [purpose, value]));

const queue = (): object[] => {
  window.dataLayer ??= [];
  return window.dataLayer;
};

/** Queues a command. Google's tags tell it from an event by the type of `arguments`. */
const command: (...parts: unknown[]) => void = function () {
  // biome-ignore lint/complexity/noArguments: an array would be ignored.
  queue().push(arguments);
};

/** Denies every purpose until the visitor accepts. It has to precede the tag manager. */
export const denyByDefault = (): void => command('consent', 'default', purposes('denied'));

export const updateConsent = (value: 'granted' | 'denied'): void =>
  command('consent', 'update', purposes(value));

/** Loads the script of the tag manager. A blocked or missing one changes nothing on the page. */
export const loadTag = (address: string): void => {
  // A container of Google's counts a page from here.
  queue().push({ 'gtm.start': Date.now(), event: 'gtm.js' });
  const script = document.createElement('script');
  script.src = address;
  script.async = true;
  document.head.append(script);
};

/** Cookies of Google Analytics and Google Ads. What sets others is not known here. */
const TAG_COOKIE = /^_(?:ga|gac|gid|gat|gcl)(?:_|$)/;

/** Removes the cookies of Google's tags from this host and from the domains above it, where they are set. */
export const removeTagCookies = (): void => {
  const labels = location.hostname.split('.');
  const domains = labels.map((_, index) => `;domain=${labels.slice(index).join('.')}`);
  const names = document.cookie.split('; ').map((pair) => pair.split('=', 1)[0] ?? '');
  for (const name of names.filter((one) => TAG_COOKIE.test(one)))
    for (const domain of ['', ...domains]) {
      // biome-ignore lint/suspicious/noDocumentCookie: older browsers have no other way.
      document.cookie = `${name}=;path=/;max-age=0${domain}`;
    }
};
