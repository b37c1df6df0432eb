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
import { edgeIdOf } from '#charts/model/chart-edges.ts';
import type { EdgePath } from '#paths/edge-paths.ts';
import type { Effect } from '#paths/path-outcome.ts';
import { activeStateIds } from '#paths/run-path.ts';
import type { Notice } from '#web/content/notices.ts';
import { newAddress } from '../browser/forms/sign-up-form.ts';
import { reportShownNotices } from '../browser/report-notices.ts';
import type { Site } from '../browser/site.ts';
import type { Visitor } from '../browser/visitor.ts';
import { interceptRequests, type RequestInterceptor } from './intercept-requests.ts';

/** The context that a driver receives. */
export interface DriverContext {
  site: Site;
  visitor: Visitor;
  page: Page;
  /** The requests that are intercepted, as listed in the drivers' `intercepted`. */
  requests: RequestInterceptor;
  /** An email address that only this path uses. */
  email: string;
  /** The events after the current one. The text that a driver types may depend on them. */
  upcoming: AnyEventObject[];
  /**
   * Sends an event straight to the running actor, for what neither a user nor the network can
   * cause, such as the failure of a child.
   */
  send(event: AnyEventObject): Promise<void>;
}

/** How the events of a chart are caused in the browser, and how its states are recognized. */
export interface ChartDrivers {
  /** Paths of requests that are intercepted until an event of a child decides their outcome. */
  intercepted: RegExp[];
  /** Opens the page with this input. */
  start(context: DriverContext, input: unknown): Promise<void>;
  /** Causes an event, by event type. */
  events: Record<string, (context: DriverContext, event: AnyEventObject) => Promise<void>>;
  /** Asserts what the page shows, by the id of each resting state. */
  states: Record<string, (context: DriverContext) => Promise<void>>;
  /** The notice texts of the page, by key; a function where they depend on the input. */
  notices?: Notices | ((input: unknown) => Notices);
}

type Notices = Record<string, Notice>;

/** Runs after each arrival, the one of the start included, once the page shows the state. */
export type OnArrival = (page: Page, value: StateValue) => Promise<void>;

/** The ids of the traversed edges. */
export interface TraversedEdges {
  edges: Set<string>;
  /** Edges that were only reached by an event sent straight to the actor. */
  injected: Set<string>;
}

interface InspectedPage {
  chartActors: Map<string, AnyActorRef>;
  reportStep: (chart: string, edges: string[], value: StateValue) => void;
}

/** Runs in the page before its own scripts. */
const installInspector = (edgeIdSource: string) => {
  const idOf: typeof edgeIdOf = new Function(`return ${edgeIdSource}`)();
  const page = globalThis as unknown as InspectedPage;
  page.chartActors = new Map();
  globalThis.inspectCharts = (event: InspectionEvent) => {
    const { actorRef } = event;
    const chart = (actorRef as { logic?: { id?: string } }).logic?.id;
    if (chart === undefined) return;
    page.chartActors.set(chart, actorRef as AnyActorRef);
    if (event.type !== '@xstate.microstep' && event.type !== '@xstate.snapshot') return;
    const edges = event.type === '@xstate.microstep' ? event._transitions.map(idOf) : [];
    page.reportStep(chart, edges, (event.snapshot as AnyMachineSnapshot).value);
  };
};

const pressOk = async ({ page }: DriverContext): Promise<void> => {
  const ok = page.getByRole('alertdialog').getByRole('button', { name: 'OK' });
  if (await ok.isVisible()) await ok.click();
};

/**
 * Traverses a path of a chart in a real browser. After each event the running actor must have taken
 * the expected edges and be in the expected states, and the page must show each active state and
 * each notice.
 */
export const traverseInBrowser = async (
  site: Site,
  machine: AnyStateMachine,
  path: EdgePath,
  drivers: ChartDrivers,
  onArrival?: OnArrival,
): Promise<TraversedEdges> => {
  const visitor = await site.visitor({ reducedMotion: 'reduce' });
  const { page } = visitor;
  visitor.expectConsole(/status of [45]\d\d|net::ERR_INTERNET_DISCONNECTED/);
  // Errors that are only logged, as a code: `getuser: network`.
  visitor.expectConsole(/^[a-z-]+: [a-z_]+$/);
  const all = new Set<string>();
  const reached = new Set<string>();
  let takenEdges: string[] = [];
  let shown: string[] = [];
  let last: StateValue | undefined;
  let isInjected = false;
  await page.exposeFunction('reportStep', (chart: string, edges: string[], value: StateValue) => {
    if (chart !== machine.id) return;
    takenEdges.push(...edges);
    last = value;
    for (const edge of edges) {
      all.add(edge);
      if (!isInjected) reached.add(edge);
    }
  });
  await page.exposeFunction('reportNotice', (notice: string) => void shown.push(notice));
  await page.addInitScript(installInspector, edgeIdOf.toString());
  await page.addInitScript(reportShownNotices);
  await page.clock.install();
  // Else the page's words would depend on the time. A driver that intercepts it decides them.
  await page.route(/\/v1\/email\/mail\//, (route) =>
    route.fulfill({ json: { message: 'unknown' } }),
  );
  const context: DriverContext = {
    site,
    visitor,
    page,
    requests: await interceptRequests(page, drivers.intercepted),
    email: newAddress(),
    upcoming: [],
    send: (event) => {
      isInjected = true;
      return page.evaluate(
        ([chart, sent]) =>
          (globalThis as unknown as InspectedPage).chartActors.get(chart)?.send(sent),
        [machine.id, event] as const,
      );
    },
  };
  const { notices = {} } = drivers;
  const noticeTexts = typeof notices === 'function' ? notices(path.input) : notices;
  const expectNotice = async (effect: Effect): Promise<void> => {
    if (effect.kind !== 'sends' || effect.to !== 'notifier') return;
    // A chart without drivers for notices is checked by its states only.
    if (!drivers.notices) return;
    const { notice } = effect.event as unknown as { notice: string };
    const { shownAs, text } = noticeTexts[notice] ?? {
      shownAs: 'alert',
      text: `(no text: ${notice})`,
    };
    if (shownAs === 'field') return;
    const expectedText = `${shownAs}: ${text.replace('{email}', () => context.email)}`;
    await expect.poll(() => shown).toContain(expectedText);
  };

  const expectArrival = async (
    edges: string[],
    value: StateValue,
    effects: Effect[],
  ): Promise<void> => {
    await expect.poll(() => takenEdges).toEqual(expect.arrayContaining(edges));
    await expect.poll(() => last).toEqual(value);
    for (const effect of effects) await expectNotice(effect);
    for (const id of activeStateIds(machine, value)) await drivers.states[id]?.(context);
    await onArrival?.(page, value);
  };

  context.upcoming = path.steps.map(({ event }) => event);
  await drivers.start(context, path.input);
  await expectArrival(path.edges, path.start, path.effects);
  for (const [index, { event, value, edges, effects }] of path.steps.entries()) {
    context.upcoming = path.steps.slice(index + 1).map((step) => step.event);
    takenEdges = [];
    shown = [];
    isInjected = false;
    const driver = drivers.events[event.type];
    if (!driver) throw new Error(`No driver for ${event.type}`);
    try {
      if (!event.type.startsWith('xstate.')) await pressOk(context);
      await driver(context, event);
      await expectArrival(edges, value, effects);
    } catch (error) {
      const done = path.steps.slice(0, index + 1).map((step) => step.event.type);
      throw new Error(`After ${done.join(', ')}: ${(error as Error).message}`, { cause: error });
    }
  }
  return { edges: all, injected: new Set([...all].filter((edge) => !reached.has(edge))) };
};
