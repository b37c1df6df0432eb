import { expect, test } from 'vitest';
import { payloadError } from '#charts/viewer/live/payloads.ts';

const declared = {
  email: { type: 'string', isOptional: false },
  at: { type: 'number | null', isOptional: true },
};

test.each([
  [{ email: 'a', at: 1 }, undefined],
  [{ email: 'a', at: null }, undefined],
  [{ email: 'a' }, undefined],
  [{ email: 5 }, 'email has to be text, not a number.'],
  [{ email: null }, 'email has to be text, not nothing.'],
  [{ at: 1 }, 'email is missing.'],
  [{ email: 'a', at: 'noon' }, 'at has to be a number or nothing, not text.'],
])('a developer sees where a payload differs from the declared type: %j', (payload, error) => {
  expect(payloadError(payload, declared)).toBe(error);
});
