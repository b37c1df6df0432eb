// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepConsent, readConsent } from '#web/platform/consent.ts';

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
