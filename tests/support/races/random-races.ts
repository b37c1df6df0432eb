import fc from 'fast-check';
import { type ActName, actOf } from './acts.ts';
import { look } from './person.ts';
import { playStep, type Race, type Step } from './run.ts';
import { STARTS, type Start } from './starts.ts';
import type { World } from './world.ts';

/** What a command of fast-check sees: the world, and the run as far as it was played. */
interface Played {
  world: World;
  race: Race;
}

const STEPS_MAX = 10;

type RaceCommand = fc.AsyncCommand<Played, { world: World }>;

const tabOf = ({ browser }: World, number: number) =>
  browser.tabs.find((tab) => tab.isOpen && tab.number === number);

const inWords = ({ tab, act, events, order }: Step): string =>
  `tab ${tab} ${act}, ${events ?? 'all'} events [${order}]`;

/** A step as a command. It is left out where the tab does not offer it. */
const toCommand = (step: Step): RaceCommand => ({
  check({ world, race }) {
    if (race.steps.length === STEPS_MAX || world.faults.length > 0) return false;
    const tab = tabOf(world, step.tab);
    return tab !== undefined && actOf(step.act).isOffered(world, tab, look(tab));
  },
  async run({ world, race }) {
    race.steps.push(step);
    await playStep(world, step);
  },
  toString: () => inWords(step),
});

/** How likely the visitor does something. What comes first is what shrinking tries. */
const WEIGHTS: Record<ActName, number> = {
  'goes on': 20,
  types: 8,
  'opens another tab': 4,
  'opens the sign-up': 1,
  'goes back': 5,
  reloads: 4,
  'asks for another code': 10,
  'types a wrong code': 4,
  'types the code before': 4,
  'opens the app': 2,
  'logs out': 12,
  'opens the login': 1,
  'changes to the login by code': 5,
  'changes to the password': 1,
  'waits for half a minute': 3,
  'waits for a quarter of an hour': 2,
  'is closed': 1,
};

const act: fc.Arbitrary<ActName> = fc.oneof(
  { withCrossShrink: true },
  ...Object.entries(WEIGHTS).map(([name, weight]) => ({
    arbitrary: fc.constant(name as ActName),
    weight,
  })),
);

const choices = (maxLength: number) => fc.array(fc.nat(4), { maxLength });

/** The network is fast, or slow: then the next step comes before everything has arrived. */
const pace: fc.Arbitrary<Pick<Step, 'events' | 'order'>> = fc.oneof(
  { withCrossShrink: true },
  { arbitrary: fc.constant({ order: [] as number[] }), weight: 3 },
  { arbitrary: fc.constant({ events: 0, order: [] as number[] }), weight: 3 },
  { arbitrary: fc.record({ events: fc.nat(8), order: choices(8) }), weight: 3 },
  { arbitrary: fc.record({ order: choices(20) }), weight: 1 },
);

const tab = fc.oneof(
  { withCrossShrink: true },
  { arbitrary: fc.constant(1), weight: 5 },
  { arbitrary: fc.constant(2), weight: 5 },
  { arbitrary: fc.constant(3), weight: 1 },
);

const command = fc
  .record({ tab, act, pace })
  .map(({ pace: { events, order }, ...step }) =>
    toCommand({ ...step, ...(events !== undefined && { events }), order }),
  );

/** Most runs begin where something can be lost. */
const start: fc.Arbitrary<Start> = fc.noShrink(fc.constantFrom(...STARTS));

/** Most of them are not offered where they come, and cost nothing. */
const COMMANDS_MAX = 50;

/** Random runs. */
export const races = fc.record({
  start,
  tabs: fc.oneof(
    { withCrossShrink: true },
    { arbitrary: fc.constant(1), weight: 3 },
    { arbitrary: fc.constant(2), weight: 5 },
    { arbitrary: fc.constant(3), weight: 1 },
  ),
  commands: fc.commands([command], { maxCommands: COMMANDS_MAX, size: 'max' }),
  order: choices(30),
});
