import { afterEach, expect, test, vi } from 'vitest';
import { formatDay, formatMinute } from '#web/content/format-time.ts';

afterEach(() => vi.unstubAllEnvs());

test.each([
  ['Asia/Kolkata', '3 Jan 2026', '3 Jan 2026, 01:30'],
  ['America/New_York', '2 Jan 2026', '2 Jan 2026, 15:00'],
])('a time is that of the visitor in %s', (zone, day, minute) => {
  vi.stubEnv('TZ', zone);
  const time = '2026-01-02T20:00:00.000Z';
  expect([formatDay(time), formatMinute(time)]).toEqual([day, minute]);
});
