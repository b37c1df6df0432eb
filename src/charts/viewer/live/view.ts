import { createContext, use } from 'react';
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { type Chart, charts } from '#charts/model/all-charts.ts';
import { stateNodesOf } from '#charts/model/chart-edges.ts';
import type { PageInfo } from '../broadcast/messages.ts';
import type { LiveActor, LiveState } from './live-state.ts';

/** What the live view shows. */
interface View {
  chart: Chart;
  /** Path of the state in the address. */
  state: string | undefined;
  /** The selected actor of the chart; undefined before one has run, and while a report is open. */
  actor: LiveActor | undefined;
  /** What runs now. */
  live: LiveState;
  /** What ran at the moment; what runs now without one. */
  shown: LiveState;
  /** Key of the log entry at which the view stands; undefined while it is live. */
  moment: string | undefined;
  setMoment: (key: string | undefined) => void;
  /** Ids of the edges that the browser tests cover; undefined while unknown. */
  covered: ReadonlySet<string> | undefined;
  /** Sends an event to the actor; undefined while the past is shown. */
  sendEvent: ((event: { type: string }) => void) | undefined;
  clearLog: () => void;
}

export const ViewContext = createContext({} as View);

export const useView = (): View => use(ViewContext);

/** The chart with this id of its machine. */
export const chartOf = (id: string | undefined): Chart | undefined =>
  charts.find(({ machine }) => machine.id === id);

const ID_LENGTH = 4;

/** A name for a tab: its route and the last four characters of its id. */
export const tabName = (pages: PageInfo[], page: string): string => {
  const route = pages.find(({ id }) => id === page)?.route ?? 'closed';
  return `${route} ${page.slice(-ID_LENGTH)}`;
};

/** The active states without child states. An id says nothing about its depth: charts may set ids. */
export const activeLeaves = (machine: AnyStateMachine, active: readonly string[]): AnyStateNode[] =>
  stateNodesOf(machine).filter(
    ({ id, states }) => active.includes(id) && Object.keys(states).length === 0,
  );

const files = import.meta.glob<string[]>('../../../../.cache/edge-coverage/*.json', {
  import: 'default',
  eager: true,
});

const edgesByChart = new Map(
  Object.entries(files).map(([file, edges]) => [
    file.replace(/^.*\/|\.json$/g, ''),
    new Set(edges),
  ]),
);

/** Ids of the edges that the last run of the browser tests covered; undefined before a first run. */
export const coveredEdges = (chart: string): ReadonlySet<string> | undefined =>
  edgesByChart.get(chart);
