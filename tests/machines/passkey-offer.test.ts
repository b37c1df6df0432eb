import { expect, test } from 'vitest';
import { isPasskeyOfferDue, PASSKEY_OFFER_PAUSE_MS } from '#machines/passkey-registration.ts';

const NOW = Date.UTC(2026, 10, 23);

test.each([
  ['never answered', undefined, true],
  ['answered just now', NOW, false],
  ['answered almost 30 days ago', NOW - PASSKEY_OFFER_PAUSE_MS + 1, false],
  ['answered 30 days ago', NOW - PASSKEY_OFFER_PAUSE_MS, true],
  ['answered before the clock was set back', NOW + 1, true],
])('a browser that has %s: %s, offered: %s', (_, answeredAt, isDue) => {
  expect(isPasskeyOfferDue(answeredAt, NOW)).toBe(isDue);
});
