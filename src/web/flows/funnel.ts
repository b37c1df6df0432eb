import type { AnyMachineSnapshot, AnyStateMachine, InspectionEvent } from 'xstate';
import { MINUTE_MS } from '#contract/durations.ts';
import { BEACON_BYTES_MAX, EDGE_COUNT_MAX, FUNNEL_PATH } from '#contract/funnel.ts';
import { stateNodesOf, transitionsOf, versionOf } from '#machines/rules/edges.ts';
import { readArrivals } from '#web/routing/attribution.ts';
import { apiBase } from '../platform/settings.ts';

// Only in a site with FUNNEL=1, on pages with a form: which edges the charts take, without who anybody is.

interface Actor {
  logic: AnyStateMachine;
  getSnapshot(): AnyMachineSnapshot;
}

/** What the actors of a chart did since the page last told. */
interface Tally {
  version: string;
  started: number;
  /** Counts by the number of the edge, in source order. */
  edges: Map<number, number>;
  /** By the number of a state: how many more actors stand there, or fewer; 0 where as many as before do. */
  places: Map<number, number>;
}

/** By id of the chart. */
const tallies = new Map<string, Tally>();
/** What actors did before they started. */
const created = new WeakMap<Actor, Map<number, number>>();
/** The actors that have not ended, with the numbers of the states in which they stood when the page last told. */
const actors = new Map<Actor, number[]>();

const tallyOf = (machine: AnyStateMachine): Tally => {
  const known = tallies.get(machine.id);
  if (known) return known;
  const tally = { version: versionOf(machine), started: 0, edges: new Map(), places: new Map() };
  tallies.set(machine.id, tally);
  return tally;
};

const add = (counts: Map<number, number>, number: number, by: number): void => {
  counts.set(number, Math.min((counts.get(number) ?? 0) + by, EDGE_COUNT_MAX));
};

/** Tallies how places have changed, and forgets actors that will never move again. */
const tellPlaces = (): void => {
  for (const [actor, before] of actors) {
    const { places } = tallyOf(actor.logic);
    const nodes = stateNodesOf(actor.logic);
    const { _nodes, status } = actor.getSnapshot();
    const now = _nodes
      .filter(({ type }) => type === 'atomic' || type === 'final')
      .map((node) => nodes.indexOf(node));
    for (const number of before) add(places, number, -1);
    for (const number of now) add(places, number, 1);
    if (status === 'active') actors.set(actor, now);
    else actors.delete(actor);
  }
};

const send = (charts: unknown[]): void => {
  const isWide = matchMedia('(min-width: 40rem)').matches;
  const { first, last } = readArrivals() ?? {};
  const body = JSON.stringify({
    device: isWide ? 'wide' : 'narrow',
    campaign: Boolean(first?.search || last?.search),
    charts,
  });
  // One beacon, unless a page did more than one has room for.
  if (body.length > BEACON_BYTES_MAX && charts.length > 1) {
    const others = charts.splice(charts.length >> 1);
    send(charts);
    send(others);
    return;
  }
  // Not `sendBeacon`, which cannot leave out the cookies.
  void fetch(apiBase(location.hostname) + FUNNEL_PATH, {
    method: 'POST',
    body,
    keepalive: true,
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
  }).catch(() => {});
};

/** Sends what is new since the last time. */
const tell = (): void => {
  tellPlaces();
  const charts = [...tallies]
    .filter(([, { edges, places }]) => edges.size > 0 || [...places.values()].some(Boolean))
    .map(([chart, { version, started, edges, places }]) => [
      chart,
      version,
      started,
      [...edges].flat(),
      [...places].flat(),
    ]);
  tallies.clear();
  if (charts.length > 0) send(charts);
};

const INTERVAL_MS = 5 * MINUTE_MS;

/** @returns false if the visitor's browser asks not to be counted */
const begin = (): boolean => {
  if (navigator.globalPrivacyControl === true || navigator.doNotTrack === '1') return false;
  addEventListener('pagehide', tell);
  // A phone ends a hidden page without telling it.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') tell();
  });
  setInterval(tell, INTERVAL_MS);
  return true;
};

let isCounting: boolean | undefined;

/** Counts the edges that an inspection event tells of. */
const countEdges = (event: InspectionEvent): void => {
  const actor = event.actorRef as unknown as Actor;
  // Other actors are calls and callbacks.
  if (!actor.logic.root) return;
  // The consent bar is no step of a form.
  if (actor.logic.id === 'consent') return;
  isCounting ??= begin();
  if (!isCounting) return;
  // React may create an actor twice and start one of them: what it does before waits for the start.
  if (event.type === '@xstate.actor') created.set(actor, new Map());
  const edges = actors.has(actor) ? tallyOf(actor.logic).edges : created.get(actor);
  if (edges && event.type === '@xstate.microstep')
    for (const transition of event._transitions)
      add(edges, transitionsOf(actor.logic).indexOf(transition), 1);
  if (edges && event.type === '@xstate.event' && event.event.type === 'xstate.init') {
    const tally = tallyOf(actor.logic);
    tally.started += 1;
    for (const [number, count] of edges) add(tally.edges, number, count);
    actors.set(actor, []);
  }
};

// A page that is built has nobody to count.
if (!import.meta.env.SSR) {
  const { inspectCharts } = globalThis;
  globalThis.inspectCharts = (event) => {
    inspectCharts?.(event);
    countEdges(event);
  };
}
