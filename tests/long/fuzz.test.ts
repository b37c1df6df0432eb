import { expect, it } from 'vitest';
import { fuzz } from '../support/fuzz/fuzz.ts';
import { isFlat } from '../support/fuzz/is-flat.ts';
import { databaseKinds } from '../support/test-database.ts';

const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 20_000);
const PATIENCE_MS = 60 * 60_000;

it.each(databaseKinds)(
  'whatever is asked, the server answers, tells nothing of its inside and keeps no memory (%s)',
  async (kind) => {
    const { faults, requests, statuses, heapBytes } = await fuzz(kind, REQUESTS);
    console.info(kind, JSON.stringify({ requests, statuses, heapBytes }));
    expect(faults).toEqual([]);
    if (process.env['FUZZ_PATH'] !== undefined) return;
    expect(requests).toBeGreaterThanOrEqual(REQUESTS);
    expect(isFlat(heapBytes), JSON.stringify(heapBytes)).toBe(true);
  },
  PATIENCE_MS,
);
