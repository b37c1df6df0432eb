import { expect, it } from 'vitest';
import { fuzz } from '#tests/support/fuzz/fuzz.ts';
import { isHeapStable } from '#tests/support/fuzz/heap-growth.ts';
import { databaseKinds } from '#tests/support/server/database/test-database.ts';

const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 20_000);
const PATIENCE_MS = 60 * 60_000;

it.each(databaseKinds)(
  'the server responds to any request without exposing internals or leaking memory (%s)',
  { tags: 'random', timeout: PATIENCE_MS },
  async (kind) => {
    const { faults, requests, statuses, heapBytes } = await fuzz(kind, REQUESTS);
    console.info(kind, JSON.stringify({ requests, statuses, heapBytes }));
    expect(faults).toEqual([]);
    if (process.env['FUZZ_PATH'] !== undefined) return;
    expect(requests).toBeGreaterThanOrEqual(REQUESTS);
    expect(isHeapStable(heapBytes), JSON.stringify(heapBytes)).toBe(true);
  },
);
