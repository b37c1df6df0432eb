import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import fc from 'fast-check';
import { ROOT } from '#build/root.ts';
import { LOG_OUT_SCRIPT_PATH } from '#server/application/application.ts';
import { randomSeed } from '../random-seed.ts';
import { pngLogo } from '../server/images/png-logo.ts';
import { setLogo } from './acts.ts';
import { buildPageScript, compileScript, type Scripts } from './page-script.ts';
import { openRaceServer, type RaceServer } from './race-server.ts';
import { races } from './random-races.ts';
import { type Outcome, playRace, playToEnd, type Race } from './run.ts';
import { createStarts, type Starts } from './starts.ts';

/** The server and the starts that all runs of a test file share. */
export interface RaceTrack {
  server: RaceServer;
  starts: Starts;
}

/** Opens the server and builds the script of the pages. */
export const openRaceTrack = async (): Promise<RaceTrack> => {
  const [server, page, { buffer }] = await Promise.all([
    openRaceServer('PGlite'),
    buildPageScript(),
    pngLogo(),
  ]);
  setLogo(new File([new Uint8Array(buffer)], 'logo.png', { type: 'image/png' }));
  const { body } = await server.app.inject({ method: 'GET', url: LOG_OUT_SCRIPT_PATH });
  const scripts: Scripts = { page, logOut: compileScript<void>(body) };
  return { server, starts: createStarts(server, scripts) };
};

const FOLDER = join(ROOT, '.cache', 'races');

/** What a failure leaves: the shrunk run and what it did. */
export interface RaceRecord extends Outcome {
  seed: number;
  path: string | undefined;
  race: Race;
}

export interface RaceReport {
  runs: number;
  steps: number;
  /** How often each thing was done. */
  acts: Record<string, number>;
  /** The shrunk failure in words; undefined without one. */
  failure: string | undefined;
}

const inWords = ({ seed, path, race, faults, played }: RaceRecord, file: string): string =>
  [
    ...faults,
    `It starts at ${race.start} in ${race.tabs} tabs. ${race.steps.length} steps:`,
    ...played.flatMap(({ tab, act, events }, index) => [
      tab === 0 ? `   ${act}` : `${index + 1}. tab ${tab} ${act}`,
      ...events.map((event) => `     ${event}`),
    ]),
    `TEST_SEED=${seed} RACES_PATH=${path} finds and shrinks it again;`,
    `RACES_REPLAY=${file} npx vitest run --project=races plays only this.`,
  ].join('\n');

const writeRecord = (record: RaceRecord): string => {
  mkdirSync(FOLDER, { recursive: true });
  const file = join(FOLDER, `${record.seed}.json`);
  writeFileSync(file, JSON.stringify(record, null, 2));
  return relative(ROOT, file);
};

/** The run of a file that a failure has left. */
export const readRace = (file: string): Race =>
  (JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as RaceRecord).race;

/**
 * Plays random runs until one fails, and shrinks that. `TEST_SEED` and `RACES_PATH` repeat a failure,
 * `RACES_REPLAY` plays the run of its file.
 */
export const checkRaces = async (
  { starts }: RaceTrack,
  count: number,
): Promise<RaceReport> => {
  const report: RaceReport = { runs: 0, steps: 0, acts: {}, failure: undefined };
  const path = process.env['RACES_PATH'];
  const seed = randomSeed();
  let failed: Race | undefined;
  const outcome = await fc.check(
    fc.asyncProperty(races, async ({ start, tabs, commands, order }) => {
      report.runs += 1;
      const world = await starts.open(start, tabs);
      const race: Race = { start, tabs, steps: [], order };
      const begin = () => ({ model: { world, race }, real: { world } });
      const faults = await playToEnd(world, order, () => fc.asyncModelRun(begin, commands));
      for (const { act } of race.steps) report.acts[act] = (report.acts[act] ?? 0) + 1;
      report.steps += race.steps.length;
      if (faults.length === 0) return;
      failed = race;
      throw new Error(faults.join('\n'));
    }),
    { numRuns: count, seed, ...(path !== undefined && { path }) },
  );
  if (!outcome.failed) return report;
  // The run itself did not begin.
  if (!failed) throw outcome.errorInstance;
  const last = await playRace(starts, failed);
  const record = { seed, path: outcome.counterexamplePath ?? undefined, race: failed, ...last };
  report.failure = inWords(record, writeRecord(record));
  return report;
};
