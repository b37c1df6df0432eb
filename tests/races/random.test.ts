import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  checkRaces,
  openRaceTrack,
  type RaceTrack,
  readRace,
} from '#tests/support/races/check-races.ts';
import { playRace } from '#tests/support/races/run.ts';

const RUNS = Number(process.env['RACES_RUNS'] ?? 60);
const REPLAY = process.env['RACES_REPLAY'];

let track: RaceTrack;
beforeAll(async () => {
  track = await openRaceTrack();
});
afterAll(() => track.server.close());

test.skipIf(REPLAY !== undefined)(
  'whatever tabs do, and in whatever order requests and answers arrive, every rule holds',
  {
    tags: 'random',
    timeout: 600_000,
  },
  async () => {
    const start = performance.now();
    const report = await checkRaces(track, RUNS);
    console.log(report.runs, report.steps, (performance.now() - start) / report.runs);
    expect(report.failure).toBeUndefined();
  },
);

test.skipIf(REPLAY === undefined)('the run of the file keeps every rule', async () => {
  const { faults, played } = await playRace(track.starts, readRace(REPLAY ?? ''));
  expect(faults, JSON.stringify(played, null, 2)).toEqual([]);
});
