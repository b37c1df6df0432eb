import { expect, test } from 'vitest';
import { declaredFields, payloadOf, readPayloads } from '#charts/live/payload-fields.ts';

test('an event is proposed with the fields that its type names', () => {
  expect(payloadOf('login', 'email.changed')).toEqual({ email: '' });
  expect(payloadOf('login', 'code.requested')).toEqual({});
  expect(payloadOf('session', 'access.expired')).toEqual({ isKept: false, since: 0 });
  expect(payloadOf('sign-up', 'field.changed')).toEqual({ fields: {} });
});

test('a chart without types of events proposes nothing', () => {
  expect(readPayloads('setup({}).createMachine({})').size).toBe(0);
});

test('the type of a field is known as the source writes it', () => {
  expect(declaredFields('login', 'email.changed')).toEqual({
    email: { type: 'string', isOptional: false },
  });
});

test('of an event that is declared twice, a field of one of them only may be missing', () => {
  const source = `events: {} as
      | { type: 'moved'; to: string }
      | { type: 'moved'; to: number; by?: string; at: number },
    },`;
  expect(readPayloads(source).get('moved')).toEqual({
    to: { type: 'string | number', isOptional: false },
    by: { type: 'string', isOptional: true },
    at: { type: 'number', isOptional: true },
  });
});
