import { expect, it } from 'vitest';
import { fuzz } from '../support/fuzz/fuzz.ts';
import { isFlat } from '../support/fuzz/is-flat.ts';

const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 2000);

it('whatever is asked, the server answers, tells nothing of its inside and keeps no memory', async () => {
  const report = await fuzz('PGlite', REQUESTS);
  expect(report.faults).toEqual([]);
  // One that is run again is alone.
  if (process.env['FUZZ_PATH'] !== undefined) return;
  expect(report.requests).toBeGreaterThanOrEqual(REQUESTS);
  expect(isFlat(report.heapBytes), JSON.stringify(report.heapBytes)).toBe(true);
  // Requests of every kind got through, else it would have tried the doors only.
  for (const status of [200, 400, 401, 403, 404, 415])
    expect(Object.keys(report.statuses)).toContain(String(status));
}, 300_000);
