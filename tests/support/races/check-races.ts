import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import fc from 'fast-check';
import { ROOT } from '#build/root.ts';
import { randomSeed } from '../random-seed.ts';
import { type ActName, acts } from './acts.ts';
import {
  isOffered,
  type Outcome,
  playRace,
  playStep,
  playToEnd,
  type Race,
  RELEASES,
  type Release,
  type Step,
} from './run.ts';
import { type RaceTrack, STARTS, type Start } from './starts.ts';
import type { World } from './world.ts';

/** More are seldom needed, and each costs time. */
const STEPS_MAX = 7;
/** Most commands are not offered where they come, and cost nothing. */
const COMMANDS_MAX = 50;

type Real = { world: World; race: Race };
type RaceCommand = fc.AsyncCommand<Real, Real>;

/** A step as a command, which is left out where the tab does not offer it. */
const toCommand = (step: Step): RaceCommand => ({
  check: ({ world, race }) => race.steps.length < STEPS_MAX && isOffered(world, step),
  async run({ world, race }) {
    race.steps.push(step);
    await playStep(world, step);
  },
  toString: () => `tab ${step.tab} ${step.act}, ${step.release}`,
});

const weighted = <Value>(weights: [Value, number][]): fc.Arbitrary<Value> =>
  fc.oneof(...weights.map(([value, weight]) => ({ arbitrary: fc.constant(value), weight })));

/** Acts that matter more at a start. */
const FAVOURED: Record<Start, Partial<Record<ActName, number>>> = {
  code: { 'goes on': 40, 'asks for another code': 24 },
  company: { 'goes on': 40, 'goes back': 14 },
  about: { 'goes on': 40, 'goes back': 12, 'opens the app': 8 },
  allSet: { 'goes on': 40, types: 16, reloads: 8 },
  login: { 'goes on': 44, 'changes to the login by code': 22 },
  app: { 'logs out': 40, 'opens the app': 14, 'has waited for a quarter of an hour': 12 },
};

const actsAt = (start: Start): fc.Arbitrary<ActName> =>
  weighted(
    Object.entries(acts).map(([name, { weight }]): [ActName, number] => {
      const act = name as ActName;
      return [act, FAVOURED[start][act] ?? weight];
    }),
  );

/** Shrinks to the release without a race. */
const release: fc.Arbitrary<Release> = fc.oneof(
  { withCrossShrink: true },
  { arbitrary: fc.constant<Release>('all'), weight: 5 },
  {
    arbitrary: weighted<Release>([
      ['held', 8],
      ['served', 5],
      ['own', 5],
      ['reversed', 3],
      ['together', 3],
    ]),
    weight: 14,
  },
);

const racesAt = (start: Start) => {
  const command = fc
    .record({
      tab: weighted([
        [1, 6],
        [2, 6],
        [3, 1],
      ]),
      act: fc.noShrink(actsAt(start)),
      release,
    })
    .map(toCommand);
  return fc.record({
    start: fc.constant(start),
    tabs: weighted([
      [1, 2],
      [2, 9],
      [3, 1],
    ]),
    commands: fc.commands([command], {
      maxCommands: COMMANDS_MAX,
      size: 'max',
      disableReplayLog: true,
    }),
  });
};

const races = fc.oneof(...STARTS.map(racesAt));

const FOLDER = join(ROOT, '.cache', 'races');

/** What a failure leaves: the shrunk run and what it did. */
export interface RaceRecord extends Outcome {
  seed: number;
  /** The number of runs until the first failure. */
  runs: number;
  race: Race;
}

const stepsInWords = ({ race, played }: Pick<RaceRecord, 'race' | 'played'>): string[] =>
  played.flatMap((messages, index) => {
    const step = race.steps[index];
    return [
      step
        ? `${index + 1}. Tab ${step.tab} ${step.act}; ${RELEASES[step.release]}:`
        : '   In the end:',
      ...messages.map((message) => `     ${message}`),
    ];
  });

/** A failure in words: the broken rules, the steps, and how to repeat it. */
const recordInWords = (record: RaceRecord, file: string): string =>
  [
    ...record.faults,
    `It starts at ${record.race.start} in ${record.race.tabs} tabs. ${record.race.steps.length} steps:`,
    ...stepsInWords(record),
    `Found in run ${record.runs} of seed ${record.seed}. Repeat these steps only:`,
    `RACES_REPLAY=${file} npx vitest run --project=journeys random-races`,
  ].join('\n');

/** The run of a file that a failure has left. */
export const readRace = (file: string): Race =>
  (JSON.parse(readFileSync(resolve(ROOT, file), 'utf8')) as RaceRecord).race;

/**
 * Plays random runs until one fails, and shrinks that.
 *
 * @returns the failure in words, and how many runs and steps there were
 */
export const checkRaces = async (track: RaceTrack, count: number, fixedSeed?: number) => {
  const { seed } = fixedSeed === undefined ? { seed: randomSeed() } : { seed: fixedSeed };
  const report = { runs: 0, steps: 0, failure: undefined as string | undefined };
  let failed: RaceRecord | undefined;
  const outcome = await fc.check(
    fc.asyncProperty(races, async ({ start, tabs, commands }) => {
      if (!failed) report.runs += 1;
      const race: Race = { start, tabs, steps: [] };
      const { faults, played } = await playToEnd(track, race, (world) =>
        fc.asyncModelRun(() => ({ model: { world, race }, real: { world, race } }), commands),
      );
      report.steps += race.steps.length;
      if (faults.length === 0) return;
      failed = { seed, runs: report.runs, race, faults, played };
      throw new Error(faults.join('\n'));
    }),
    { numRuns: count, seed },
  );
  if (!outcome.failed) return report;
  // The run itself did not begin.
  if (!failed) throw outcome.errorInstance;
  const { faults, played } = await playRace(track, failed.race);
  const isRepeated = faults.length > 0;
  const record: RaceRecord = { ...failed, played, ...(isRepeated && { faults }) };
  mkdirSync(FOLDER, { recursive: true });
  const file = join(FOLDER, `${seed}.json`);
  writeFileSync(file, JSON.stringify(record, null, 2));
  report.failure = recordInWords(record, relative(ROOT, file));
  return report;
};
