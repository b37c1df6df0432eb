import { afterAll, beforeAll, expect, test } from 'vitest';
import { FURTHER_TAG } from '#build/testing/test-results.ts';
import { checkRaces, readRace } from '#tests/support/races/check-races.ts';
import { playRace } from '#tests/support/races/run.ts';
import { openRaceTrack, type RaceTrack } from '#tests/support/races/starts.ts';

/** Without `RACES_RUNS` the same few runs each time: a new seed is for somebody who waits for what it finds. */
const RUNS = Number(process.env['RACES_RUNS'] ?? 20);
const SEED = 11;
/** The file of a failure, to play only its run. */
const REPLAY = process.env['RACES_REPLAY'];
const TIMEOUT_MS = 3_600_000;

let track: RaceTrack;
beforeAll(async () => {
  track = await openRaceTrack();
});
afterAll(() => track.close());

test.skipIf(REPLAY !== undefined)(
  'whatever tabs do, and in whatever order requests and answers arrive, the rules hold',
  {
    tags: ['random', FURTHER_TAG],
    timeout: TIMEOUT_MS,
  },
  async () => {
    const started = performance.now();
    const report = await checkRaces(track, RUNS, process.env['RACES_RUNS'] ? undefined : SEED);
    console.log(
      `${report.runs} runs, ${report.steps} steps, ${Math.round(performance.now() - started)} ms`,
    );
    expect(report.failure ?? '').toBe('');
    // Runs without steps would find nothing.
    expect(report.steps).toBeGreaterThan(report.runs * 2);
  },
);

test.skipIf(REPLAY === undefined)(
  'the run of the file keeps the rules',
  {
    timeout: TIMEOUT_MS,
  },
  async () => {
    const { faults, played } = await playRace(track, readRace(REPLAY ?? ''));
    expect(faults, JSON.stringify(played, null, 2)).toEqual([]);
  },
);
