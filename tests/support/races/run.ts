import { type ActName, actOf } from './acts.ts';
import type { Exchange } from './gate.ts';
import { backFaults, endFaults, momentFaults } from './rules.ts';
import type { RaceTrack, Start } from './starts.ts';
import { createWorld, noteEvents, openTabs, WIZARD, type World } from './world.ts';

/** What the network does after an act: which of the messages that are held then go on. */
export const RELEASES = {
  all: 'everything arrives',
  held: 'nothing arrives',
  served: 'the server answers, no answer arrives',
  own: 'only what this tab sends and gets arrives',
  reversed: 'everything arrives, the newest first',
  together: 'the server works on all requests at once, then everything arrives',
} as const;

export type Release = keyof typeof RELEASES;

/** One thing that a user does, and what the network does afterwards. */
export interface Step {
  /** The tab, counted from 1. */
  tab: number;
  act: ActName;
  release: Release;
}

/** A run: all that is needed to repeat it. In the end everything arrives. */
export interface Race {
  start: Start;
  /** How many tabs are open there. */
  tabs: number;
  steps: Step[];
}

export interface Outcome {
  faults: string[];
  /** The messages that arrived, by step; then those after the last one. */
  played: string[][];
}

/** A run that never ends would be a fault of its own. */
const MESSAGES_MAX = 200;

const inWords = ({ tab, method, path, status }: Exchange, kind: 'request' | 'answer'): string =>
  kind === 'request'
    ? `the server gets ${method} ${path} of tab ${tab}`
    : `tab ${tab} gets the answer ${status} to ${method} ${path}`;

/** Lets messages go, one after the other, as long as there is one that may. */
const release = async (world: World, how: Release, tab: number): Promise<void> => {
  const { gate, browser } = world.track;
  if (how === 'held') return;
  if (how === 'together') {
    world.log.push('the server gets all of them at once');
    await gate.passTogether();
  }
  for (let count = 0; count < MESSAGES_MAX; count += 1) {
    const held = gate.held();
    const message =
      how === 'served'
        ? held.find(({ kind }) => kind === 'request')
        : how === 'own'
          ? held.find(({ exchange }) => exchange.tab === tab)
          : held.at(how === 'reversed' ? -1 : 0);
    if (!message) return;
    await gate.pass(message);
    world.log.push(inWords(message.exchange, message.kind));
    if (message.kind === 'answer') await browser.rest();
  }
  world.faults.push('The requests never end.');
};

const note = (world: World): void => {
  noteEvents(world);
  world.faults.push(...momentFaults(world));
};

/** Whether the tab of a step offers its act now. */
export const isOffered = (world: World, { tab: number, act }: Step): boolean => {
  const tab = openTabs(world).find((other) => other.number === number);
  return tab !== undefined && world.faults.length === 0 && actOf(act).isOffered(world, tab);
};

/** Plays one step whose act is offered; returns the messages that arrived. */
export const playStep = async (world: World, step: Step): Promise<string[]> => {
  const tab = openTabs(world).find(({ number }) => number === step.tab);
  if (!tab) return [];
  const before = tab.seen;
  await actOf(step.act).perform(world, tab);
  await world.track.browser.rest();
  if (step.act === 'goes back' && WIZARD.includes(before.view))
    world.faults.push(...backFaults(tab, before));
  note(world);
  await release(world, step.release, step.tab);
  note(world);
  return world.log.splice(0);
};

/** Opens the tabs of a run, plays its steps, lets everything arrive, and judges. */
export const playToEnd = async (
  track: RaceTrack,
  { start, tabs }: Pick<Race, 'start' | 'tabs'>,
  play: (world: World) => Promise<void>,
): Promise<Outcome> => {
  await track.open(start, tabs);
  const world = createWorld(track);
  note(world);
  await play(world);
  if (world.faults.length === 0) {
    await release(world, 'all', 0);
    note(world);
  }
  if (world.faults.length === 0) world.faults.push(...(await endFaults(world)));
  track.site.takeWarnings();
  return { faults: [...new Set(world.faults)], played: [world.log.splice(0)] };
};

/** Plays a whole run. */
export const playRace = async (track: RaceTrack, race: Race): Promise<Outcome> => {
  const played: string[][] = [];
  const outcome = await playToEnd(track, race, async (world) => {
    for (const step of race.steps)
      if (isOffered(world, step)) played.push(await playStep(world, step));
  });
  return { ...outcome, played: [...played, ...outcome.played] };
};
