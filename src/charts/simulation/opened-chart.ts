import type { AnyEventObject, AnyStateMachine } from 'xstate';
import type { Chart } from '../model/all-charts.ts';
import { isMachine, stateNodesOf } from '../model/chart-edges.ts';
import type { SimulatedChart } from './simulate.ts';

/** What is known of a chart: the options of the path generator, as far as a simulation needs them. */
interface Options {
  events?: AnyEventObject[];
  input?: unknown;
  inputs?: unknown[];
  children?: Record<string, Options & { machine?: AnyStateMachine }>;
}

/** A chart to simulate, with the charts that it may run. */
export interface OpenedChart {
  chart: Chart & SimulatedChart;
  /** The chart, then its children. */
  charts: Chart[];
  /** The listed events by the name of their chart. */
  events: Record<string, AnyEventObject[]>;
  inputs: unknown[];
}

/** The charts that a chart invokes, or may spawn by name. */
const childrenOf = (
  machine: AnyStateMachine,
  children: Record<string, AnyStateMachine>,
): AnyStateMachine[] => {
  const written = stateNodesOf(machine).flatMap(({ config }) => [config.invoke ?? []].flat());
  return [
    ...Object.values<unknown>(machine.implementations.actors),
    ...written.map(({ src }) => (typeof src === 'string' ? children[src] : src)),
  ].filter(isMachine);
};

/** Prepares a chart for its simulation, from what its file or the path generator's options have. */
export const openChart = (
  name: string,
  machine: AnyStateMachine,
  { events = [], input, inputs = [input], children: listed = {} }: Options,
): OpenedChart => {
  const children = Object.fromEntries(
    Object.entries(listed).flatMap(([src, child]) => (child.machine ? [[src, child.machine]] : [])),
  );
  const found = new Map([[machine.id, machine]]);
  for (const chart of found.values())
    for (const child of childrenOf(chart, children))
      if (!found.has(child.id)) found.set(child.id, child);
  const charts = [...found].map(([id, chart]) => ({
    name: chart === machine ? name : id,
    machine: chart,
  }));
  const ofChildren = charts.flatMap(({ name: child, machine: { id } }) => {
    const [, options] =
      Object.entries(listed).find(([src, one]) => (one.machine?.id ?? src) === id) ?? [];
    return options?.events ? [[child, options.events] as const] : [];
  });
  return {
    chart: { name, machine, children },
    charts,
    events: { ...Object.fromEntries(ofChildren), [name]: events },
    inputs,
  };
};
