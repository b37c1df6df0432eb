import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '#build/root.ts';
import {
  isFailure,
  type Mutation,
  mutate,
  summaryLines,
  verdictOf,
} from '#build/testing/mutations.ts';

const lists: Record<string, Record<string, Mutation[]>> = import.meta.glob('../mutations/*.ts', {
  eager: true,
});
const mutations = Object.values(lists).flatMap((list) => Object.values(list).flat());

describe('the listed faults', () => {
  test('are all read, and each has a name of its own', () => {
    expect(Object.keys(lists)).toHaveLength(readdirSync(join(ROOT, 'tests/mutations')).length);
    expect(mutations.length).toBeGreaterThanOrEqual(60);
    expect(new Set(mutations.map(({ name }) => name)).size).toBe(mutations.length);
  });

  test.each(mutations)('can still be made: $name', (mutation) => {
    const text = readFileSync(join(ROOT, mutation.file), 'utf8');
    expect(mutate(text, mutation)).not.toBe(text);
  });

  test.each(mutations)('have tests: $name', ({ tests, only = '' }) => {
    expect(tests.length).toBeGreaterThan(0);
    expect(tests.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
    expect(readFileSync(join(ROOT, tests[0] ?? ''), 'utf8')).toContain(only);
  });
});

const fault: Mutation = { name: 'a fault', file: 'a.ts', from: 'x', to: '$&y', tests: ['t.ts'] };

test('a fault replaces its text once, literally', () => {
  expect(mutate('(x)', fault)).toBe('($&y)');
});

test.each([
  ['', 0],
  ['xx', 2],
])('a fault does not apply to %j', (text, count) => {
  expect(() => mutate(text, fault)).toThrow(`a.ts has ${count} times instead of once: x`);
});

test.each([
  [{ passed: 3, failed: 1, isGreen: false }, 'caught'],
  [{ passed: 3, failed: 0, isGreen: true }, 'survived'],
  [{ passed: 0, failed: 0, isGreen: true }, 'error'],
  [{ passed: 3, failed: 0, isGreen: false }, 'error'],
])('a run with %j says %s', (outcome, verdict) => {
  expect(verdictOf(outcome)).toBe(verdict);
});

test('a fault that survives needs a reason, and a reason that is out of date is named', () => {
  const excused = { ...fault, name: 'an excused fault', survivesBecause: 'of a reason' };
  expect(isFailure(fault, 'survived')).toBe(true);
  expect(isFailure(excused, 'survived')).toBe(false);
  expect(isFailure(excused, 'error')).toBe(true);
  expect(
    summaryLines([
      [fault, 'survived'],
      [excused, 'survived'],
      [excused, 'caught'],
    ]),
  ).toEqual([
    '1 of 3 caught',
    'SURVIVED  a fault: no test notices, and no reason is given',
    'SURVIVED  an excused fault: of a reason',
    'caught    an excused fault: remove its survivesBecause',
  ]);
});
