import { expect, test } from 'vitest';
import { payloadFault } from '#charts/live/payload-fault.ts';
import { MASK } from '#charts/relay/masked.ts';

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
])('a payload is held against the declared type: %j', (payload, fault) => {
  expect(payloadFault(payload, declared, [])).toBe(fault);
});

test.each([
  [{ fields: { name: 'Acme' } }, undefined],
  [{ fields: { name: 5 } }, 'fields.name is text so far, not a number.'],
  [{ fields: 'Acme' }, 'fields is an object so far, not text.'],
  [{ fields: { token: 5, other: [] } }, undefined],
])('what no type says is held against what the app has sent or keeps: %j', (payload, fault) => {
  const types = { fields: { type: 'SignUpFields', isOptional: false } };
  const sample = { fields: { name: 'x', token: MASK, other: null } };
  expect(payloadFault(payload, types, [undefined, sample])).toBe(fault);
});
