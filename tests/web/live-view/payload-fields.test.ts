import { expect, test } from 'vitest';
import { readChartSource } from '#build/charts/read-chart-source.ts';
import { declaredFields, payloadOf } from '#charts/viewer/live/payloads.ts';

const payloadsOf = (source: string) => readChartSource(source).payloads;

const setupWith = (events: string, declarations = '') => `${declarations}
export const machine = setup({
  types: { events: {} as ${events} },
}).createMachine({ id: 'x' });`;

test('the payload of an event has an empty value for each declared field', () => {
  expect(payloadOf('login', 'email.changed')).toEqual({ email: '' });
  expect(payloadOf('login', 'code.requested')).toEqual({});
  expect(payloadOf('session', 'access.expired')).toEqual({ staysOnPage: false, since: 0 });
});

test('the type of a field is its source text', () => {
  expect(declaredFields('login', 'email.changed')).toEqual({
    email: { type: 'string', isOptional: false },
  });
});

test('a chart without event types has no payloads', () => {
  expect(payloadsOf('setup({}).createMachine({})')).toEqual({});
});

test('a field that only one of two declarations of an event has is optional', () => {
  const source = setupWith(`
    | { type: 'moved'; to: string }
    | { type: 'moved'; to: number; by?: string; at: number }`);
  expect(payloadsOf(source)).toEqual({
    moved: {
      to: { type: 'string | number', isOptional: false },
      by: { type: 'string', isOptional: true },
      at: { type: 'number', isOptional: true },
    },
  });
});

test('aliases, interfaces, intersections and several types of one member are resolved', () => {
  const source = setupWith(
    `({ type: 'opened' | 'closed' } & Place) | Pressed`,
    `interface Place { room: { id: number; name: string }; }
     type Pressed = { type: 'pressed'; key: 'a' | 'b' };`,
  );
  const place = { room: { type: '{ id: number; name: string }', isOptional: false } };
  expect(payloadsOf(source)).toEqual({
    opened: place,
    closed: place,
    pressed: { key: { type: "'a' | 'b'", isOptional: false } },
  });
});
