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
