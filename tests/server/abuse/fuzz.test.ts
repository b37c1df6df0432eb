// @module-tag further
import { expect, it } from 'vitest';
import { fuzz } from '#tests/support/fuzz/fuzz.ts';
import { isHeapStable } from '#tests/support/fuzz/heap-growth.ts';

const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 2000);

it('the server responds to any request without exposing internals or leaking memory', {
  tags: 'random',
  timeout: 300_000,
}, async () => {
  const report = await fuzz('PGlite', REQUESTS);
  expect(report.faults).toEqual([]);
  // A replayed run has one request only.
  if (process.env['FUZZ_PATH'] !== undefined) return;
  expect(report.requests).toBeGreaterThanOrEqual(REQUESTS);
  expect(isHeapStable(report.heapBytes), JSON.stringify(report.heapBytes)).toBe(true);
  // Requests to every call must have succeeded, else only validation was tested.
  for (const status of [200, 400, 401, 403, 404, 415])
    expect(Object.keys(report.statuses)).toContain(String(status));
});
