import { expect, test } from 'vitest';
import { payloadOf, readPayloads } from '#charts/live/payload-fields.ts';

test('an event is proposed with the fields that its type names', () => {
  expect(payloadOf('login', 'email.changed')).toEqual({ email: '' });
  expect(payloadOf('login', 'code.requested')).toEqual({});
  expect(payloadOf('session', 'access.expired')).toEqual({ isKept: false, since: 0 });
  expect(payloadOf('sign-up', 'field.changed')).toEqual({ fields: {} });
});

test('a chart without types of events proposes nothing', () => {
  expect(readPayloads('setup({}).createMachine({})').size).toBe(0);
});
