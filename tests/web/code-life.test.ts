import { expect, it } from 'vitest';
import { CODE_LIFETIME_MS, RESEND_PAUSE_MS } from '#contract/code.ts';
import { codeLifeLeftMs } from '#web/api/calls/code.ts';

const NOW = 1_000_000_000;

it.each([
  ['a code that was just sent has its whole life', NOW + RESEND_PAUSE_MS, CODE_LIFETIME_MS],
  [
    'a minute later it has a minute less',
    NOW + RESEND_PAUSE_MS - 60_000,
    CODE_LIFETIME_MS - 60_000,
  ],
  ['a clock that was set back gives no longer life', NOW + CODE_LIFETIME_MS, CODE_LIFETIME_MS],
  ['a code of an unknown time has its whole life', undefined, CODE_LIFETIME_MS],
])('%s', (_, resendAt, left) => {
  expect(codeLifeLeftMs(resendAt, NOW)).toBe(left);
});
