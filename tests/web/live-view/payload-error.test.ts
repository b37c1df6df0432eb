import { expect, test } from 'vitest';
import { MASK } from '#charts/viewer/broadcast/messages.ts';
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
  expect(payloadError(payload, declared, [])).toBe(error);
});

test.each([
  [{ fields: { name: 'Acme' } }, undefined],
  [{ fields: { name: 5 } }, 'fields.name is text so far, not a number.'],
  [{ fields: 'Acme' }, 'fields is an object so far, not text.'],
  [{ fields: { token: 5, other: [] } }, undefined],
])('a developer sees where a payload differs from values of the app: %j', (payload, error) => {
  const types = { fields: { type: 'SignUpFields', isOptional: false } };
  const sample = { fields: { name: 'x', token: MASK, other: null } };
  expect(payloadError(payload, types, [undefined, sample])).toBe(error);
});
