// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as storageKeys from '#contract/storage-keys.ts';
import { CONSENT_VERSION, keepConsent, readConsent } from '#web/platform/consent.ts';

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

const browse = (globalPrivacyControl: boolean) =>
  vi.stubGlobal('navigator', { globalPrivacyControl });

test('the privacy signal declines, unless the visitor has accepted in spite of it', () => {
  browse(true);
  expect(readConsent()).toBe('declined');
  keepConsent('accepted');
  expect(readConsent()).toBe('accepted');
});

test('a signal that comes after the choice takes it back', () => {
  browse(false);
  expect(readConsent()).toBeUndefined();
  keepConsent('accepted');
  expect(readConsent()).toBe('accepted');
  browse(true);
  expect(readConsent()).toBe('declined');
});

test('an answer to an earlier text is asked for anew', () => {
  const kept = { version: CONSENT_VERSION - 1, choice: 'accepted', hasSignal: false };
  localStorage.setItem(storageKeys.consent, JSON.stringify(kept));
  expect(readConsent()).toBeUndefined();
  localStorage.setItem(storageKeys.consent, JSON.stringify({ ...kept, version: CONSENT_VERSION }));
  expect(readConsent()).toBe('accepted');
});

test('where the browser forbids storage, the privacy signal still declines', () => {
  vi.stubGlobal('localStorage', undefined);
  keepConsent('accepted');
  browse(false);
  expect(readConsent()).toBeUndefined();
  browse(true);
  expect(readConsent()).toBe('declined');
});
