import { type ActName, actOf } from './acts.ts';
import type { RaceBrowser } from './browser.ts';
import { isWizardStep, look } from './person.ts';
import { endFaults } from './rules/at-the-end.ts';
import { backFaults, momentFaults, noteEvents, reloadFaults } from './rules/at-each-step.ts';
import type { Start, Starts } from './starts.ts';
import type { World } from './world.ts';

/** One thing that a visitor does, and how the network moves on afterwards. */
export interface Step {
  /** The tab, counted from 1. */
  tab: number;
  act: ActName;
  /** How many events follow before the next step; all that there are without it. */
  events?: number | undefined;
  /** Which of the waiting events comes next, again and again; the oldest where it ends. */
  order: number[];
}

/** A run. It is all that is needed to repeat it. */
export interface Race {
  start: Start;
  /** How many tabs are open there, the first included. */
  tabs: number;
  steps: Step[];
  /** The order of the events after the last step. */
  order: number[];
}

/** What a step did, for a report. */
export interface PlayedStep {
  tab: number;
  act: string;
  events: string[];
}

export interface Outcome {
  faults: string[];
  played: PlayedStep[];
}

/** A run lasts a fraction of a second. */
const EVENTS_MAX = 400;

/** Lets events go: so many, or all. */
const release = async (
  { schedule }: RaceBrowser,
  { events = EVENTS_MAX, order }: Pick<Step, 'events' | 'order'>,
): Promise<void> => {
  for (let count = 0; count < events; count += 1)
    if (!(await schedule.release(order[count] ?? 0))) return;
};

/** Plays one step. False if the tab does not offer it. */
export const playStep = async (world: World, step: Step): Promise<boolean> => {
  const { browser } = world;
  const act = actOf(step.act);
  const tab = browser.tabs.find(({ number, isOpen }) => isOpen && number === step.tab);
  if (!tab) return false;
  const seen = look(tab);
  const isQuiet = browser.schedule.isEmpty();
  if (!act.isOffered(world, tab, seen)) return false;
  await act.perform(world, tab, seen);
  await browser.rest();
  if (step.act === 'goes back' && isWizardStep(seen.view))
    world.faults.push(...backFaults(world, tab, seen));
  if (step.act === 'reloads' && isQuiet) world.faults.push(...reloadFaults(world, tab, seen));
  noteEvents(world);
  world.faults.push(...momentFaults(world));
  await release(browser, step);
  noteEvents(world);
  world.faults.push(...momentFaults(world));
  return true;
};

/** Ends a run. What is under way comes to its end first: the server would wait for it in the next run. */
const finish = async ({ browser }: World): Promise<void> => {
  browser.close();
  await release(browser, { order: [] });
};

/** Lets the rest of the events go, and compares what has become of everything with the rules. */
const endRace = async (world: World, order: number[]): Promise<string[]> => {
  await release(world.browser, { order });
  noteEvents(world);
  return [...world.faults, ...momentFaults(world), ...(await endFaults(world))];
};

/**
 * Plays the steps of a run up to its first fault, and returns its faults. One that throws is one as well.
 *
 * @param play plays the steps; it may end earlier
 */
export const playToEnd = async (
  world: World,
  order: number[],
  play: () => Promise<void>,
): Promise<string[]> => {
  noteEvents(world);
  try {
    await play();
    const faults = world.faults.length > 0 ? world.faults : await endRace(world, order);
    return [...new Set(faults)];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    await finish(world);
  }
};

/** Plays a whole run. */
export const playRace = async (
  starts: Starts,
  { start, tabs, steps, order }: Race,
): Promise<Outcome> => {
  const world = await starts.open(start, tabs);
  const played: PlayedStep[] = [];
  const { schedule } = world.browser;
  const faults = await playToEnd(world, order, async () => {
    for (const step of steps)
      if (world.faults.length === 0 && (await playStep(world, step)))
        played.push({ tab: step.tab, act: step.act, events: schedule.takeReleased() });
  });
  played.push({ tab: 0, act: 'the rest', events: schedule.takeReleased() });
  return { faults, played };
};
