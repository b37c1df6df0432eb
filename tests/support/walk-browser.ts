import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type {
  AnyActorRef,
  AnyEventObject,
  AnyMachineSnapshot,
  AnyStateMachine,
  InspectionEvent,
  StateValue,
} from 'xstate';
import { edgeIdOf, stateNodesOf } from '#charts/chart-edges.ts';
import type { Notice } from '#web/content/notices.ts';
import type { Effect } from './chart-effects.ts';
import type { EdgePath } from './edge-paths.ts';
import { tellShownNotices } from './shown-notices.ts';
import { newAddress } from './sign-up-by-hand.ts';
import type { Site, Visitor } from './site.ts';
import { openWire, type Wire } from './wire.ts';

/** What a driver has at hand. */
export interface Stage {
  site: Site;
  visitor: Visitor;
  page: Page;
  /** Requests that wait for their answer, as `held` of the drivers says. */
  wire: Wire;
  /** An address of this walk's own. */
  email: string;
  /** The events that come after the one that is driven: what a person types may depend on them. */
  upcoming: AnyEventObject[];
  /** Tells the running actor of the chart what no person and no network can, such as that a child of it broke. */
  send(event: AnyEventObject): Promise<void>;
}

/** How a person, the network and time walk a chart. */
export interface ChartDrivers {
  /** Paths of requests that wait until an event of a child says how they end. */
  held: RegExp[];
  /** Opens the page as somebody with this input would. */
  start(stage: Stage, input: unknown): Promise<void>;
  /** For each event type what makes it happen. */
  events: Record<string, (stage: Stage, event: AnyEventObject) => Promise<void>>;
  /** For the id of each state that somebody can be in, what a person sees there. */
  states: Record<string, (stage: Stage) => Promise<void>>;
  /** How the page words what the chart tells the visitor; where it depends on the input, by that. */
  notices?: Notices | ((input: unknown) => Notices);
}

type Notices = Record<string, Notice>;

/** What a walk took: the ids of all edges, and of those that no person and no network can take. */
export interface Walked {
  edges: Set<string>;
  /** Taken only because the actor was told so by hand. */
  told: Set<string>;
}

interface Onlooked {
  chartActors: Map<string, AnyActorRef>;
  tellStep: (chart: string, edges: string[], value: StateValue) => void;
}

/** Runs in the page, before its own scripts. */
const lookOn = (edgeIdSource: string) => {
  const idOf: typeof edgeIdOf = new Function(`return ${edgeIdSource}`)();
  const page = globalThis as unknown as Onlooked;
  page.chartActors = new Map();
  globalThis.inspectCharts = (event: InspectionEvent) => {
    const { actorRef } = event;
    const chart = (actorRef as { logic?: { id?: string } }).logic?.id;
    if (chart === undefined) return;
    page.chartActors.set(chart, actorRef as AnyActorRef);
    if (event.type !== '@xstate.microstep' && event.type !== '@xstate.snapshot') return;
    const edges = event.type === '@xstate.microstep' ? event._transitions.map(idOf) : [];
    page.tellStep(chart, edges, (event.snapshot as AnyMachineSnapshot).value);
  };
};

const pressOk = async ({ page }: Stage): Promise<void> => {
  const ok = page.getByRole('alertdialog').getByRole('button', { name: 'OK' });
  if (await ok.isVisible()) await ok.click();
};

const activeStates = (machine: AnyStateMachine, value: unknown, at = machine.id): string[] => {
  if (typeof value === 'string') return [`${at}.${value}`];
  return Object.entries(value as object).flatMap(([key, inside]) => {
    const id = `${at}.${key}`;
    const nested =
      Object.keys(inside as object).length > 0 ? activeStates(machine, inside, id) : [];
    return [id, ...nested];
  });
};

/**
 * Walks a path of a chart in the real browser: each event by its driver, after each one the running
 * actor has taken the edges that the path says and is where it says, and a person sees every state
 * that it is in and everything that it tells.
 */
export const walkInBrowser = async (
  site: Site,
  machine: AnyStateMachine,
  path: EdgePath,
  drivers: ChartDrivers,
): Promise<Walked> => {
  const visitor = await site.visitor({ reducedMotion: 'reduce' });
  const { page } = visitor;
  visitor.expectConsole(/status of [45]\d\d|net::ERR_INTERNET_DISCONNECTED/);
  // What is only logged, as a code: `getuser: network`.
  visitor.expectConsole(/^[a-z-]+: [a-z_]+$/);
  const all = new Set<string>();
  const byThemselves = new Set<string>();
  let taken: string[] = [];
  let shown: string[] = [];
  let last: StateValue | undefined;
  let isToldByHand = false;
  await page.exposeFunction('tellStep', (chart: string, edges: string[], value: StateValue) => {
    if (chart !== machine.id) return;
    taken.push(...edges);
    last = value;
    for (const edge of edges) {
      all.add(edge);
      if (!isToldByHand) byThemselves.add(edge);
    }
  });
  await page.exposeFunction('tellShown', (notice: string) => void shown.push(notice));
  await page.addInitScript(lookOn, edgeIdOf.toString());
  await page.addInitScript(tellShownNotices);
  await page.clock.install();
  const stage: Stage = {
    site,
    visitor,
    page,
    wire: await openWire(page, drivers.held),
    email: newAddress(),
    upcoming: [],
    send: (event) => {
      isToldByHand = true;
      return page.evaluate(
        ([chart, sent]) => (globalThis as unknown as Onlooked).chartActors.get(chart)?.send(sent),
        [machine.id, event] as const,
      );
    },
  };
  const known = new Set(stateNodesOf(machine).map(({ id }) => id));

  const { notices = {} } = drivers;
  const words = typeof notices === 'function' ? notices(path.input) : notices;
  const sees = async (effect: Effect): Promise<void> => {
    if (effect.kind !== 'tells' || effect.event.type !== 'notice') return;
    // A chart whose notices no board shows has no words here; its states say what is seen instead.
    if (!drivers.notices) return;
    const { notice } = effect.event as unknown as { notice: string };
    const { shownAs, text } = words[notice] ?? { shownAs: 'alert', text: `(no words: ${notice})` };
    if (shownAs === 'field') return;
    const said = `${shownAs}: ${text.replace('{email}', () => stage.email)}`;
    await expect.poll(() => shown).toContain(said);
  };

  const arrive = async (edges: string[], value: unknown, effects: Effect[]): Promise<void> => {
    await expect.poll(() => taken).toEqual(expect.arrayContaining(edges));
    await expect.poll(() => last).toEqual(value);
    for (const effect of effects) await sees(effect);
    for (const id of activeStates(machine, value))
      if (known.has(id)) await drivers.states[id]?.(stage);
  };

  stage.upcoming = path.steps.map(({ event }) => event);
  await drivers.start(stage, path.input);
  await arrive(path.edges, path.start, path.effects);
  for (const [index, { event, value, edges, effects }] of path.steps.entries()) {
    stage.upcoming = path.steps.slice(index + 1).map((step) => step.event);
    taken = [];
    shown = [];
    isToldByHand = false;
    const driver = drivers.events[event.type];
    if (!driver) throw new Error(`No driver for ${event.type}`);
    try {
      if (!event.type.startsWith('xstate.')) await pressOk(stage);
      await driver(stage, event);
      await arrive(edges, value, effects);
    } catch (error) {
      const done = path.steps.slice(0, index + 1).map((step) => step.event.type);
      throw new Error(`After ${done.join(', ')}: ${(error as Error).message}`, { cause: error });
    }
  }
  await visitor.leave();
  return { edges: all, told: new Set([...all].filter((edge) => !byThemselves.has(edge))) };
};
