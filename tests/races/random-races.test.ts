import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  checkRaces,
  openRaceTrack,
  type RaceTrack,
  readRace,
} from '#tests/support/races/check-races.ts';
import { playRace } from '#tests/support/races/run.ts';

const RUNS = Number(process.env['RACES_RUNS'] ?? 100);
/** The file of a failure, to play only its run. */
const REPLAY = process.env['RACES_REPLAY'];

let track: RaceTrack;
beforeAll(async () => {
  track = await openRaceTrack();
});
afterAll(() => track.server.close());

test.skipIf(REPLAY !== undefined)('whatever tabs do, and in whatever order requests and answers arrive, the rules hold', {
  tags: 'random',
  timeout: 3_600_000,
}, async () => {
  const report = await checkRaces(track, RUNS);
  expect(report.failure ?? '').toBe('');
  // Runs without steps would find nothing.
  expect(report.steps).toBeGreaterThan(report.runs * 2);
});

test.skipIf(REPLAY === undefined)('the run of the file keeps the rules', async () => {
  const { faults, played } = await playRace(track.starts, readRace(REPLAY ?? ''));
  expect(faults, JSON.stringify(played, null, 2)).toEqual([]);
});
