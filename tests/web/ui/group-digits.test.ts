import { expect, test } from 'vitest';
import { groupDigits } from '#web/platform/group-digits.ts';

const indian = new Intl.NumberFormat('en-IN');

test('groups digits as the platform does for India', () => {
  const bounds = Array.from({ length: 12 }, (_, digits) => 10 ** digits);
  for (const amount of [0, 5, 13_200, 250_000, ...bounds, ...bounds.map((bound) => bound - 1)])
    expect(groupDigits(amount)).toBe(indian.format(amount));
});
