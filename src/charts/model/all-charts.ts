import type { AnyStateMachine } from 'xstate';
import { causeOf, isMachine } from './chart-edges.ts';
import type { ChartDescription } from './describe-chart.ts';
import type { Sender } from './describe-events.ts';

/** A chart and the name of its file. */
export interface Chart {
  /** File name without extension, such as `sign-up`. */
  name: string;
  machine: AnyStateMachine;
}

const modules = import.meta.glob<Record<string, unknown>>('../../../machines/*.ts', {
  eager: true,
});

/** Every chart of `machines/`, by name. */
export const charts: Chart[] = Object.entries(modules).flatMap(([file, exported]) =>
  Object.values(exported)
    .filter(isMachine)
    .map((machine) => ({ name: file.replace(/^.*\/|\.ts$/g, ''), machine })),
);

/**
 * Links the descriptions of charts that invoke each other: an actor that is a chart gets that chart's
 * input and output, an event gets the parent charts that send or forward it.
 */
export const linkCharts = (charts: ChartDescription[]): ChartDescription[] => {
  const byName = new Map(charts.map((chart) => [chart.name, chart]));
  const isSentBy = (parent: ChartDescription, name: string, type: string): boolean => {
    const ids = parent.actors.filter(({ chart }) => chart === name).map(({ id }) => id);
    return parent.sends.some(({ to, events }) => ids.includes(to) && events.includes(type));
  };

  return charts.map((chart) => {
    const actors = chart.actors.map((actor) => {
      const inner = byName.get(actor.chart ?? '');
      if (inner) return { ...actor, input: inner.input, output: inner.output };
      // Imported from another module, which may or may not be a chart.
      return actor.chart ? { ...actor, kind: 'other' as const, chart: undefined } : actor;
    });
    const events = chart.events.map((event) => {
      const { cause, of } = causeOf(event.type);
      const actor = cause === 'done' ? actors.find(({ id }) => id === of) : undefined;
      const parents = charts.filter((parent) => isSentBy(parent, chart.name, event.type));
      const children = chart.actors.filter((child) =>
        byName.get(child.chart ?? '')?.sendsToParent.includes(event.type),
      );
      const senders: Sender[] = [
        ...event.senders,
        ...parents.map(({ name }) => ({ by: 'parent' as const, of: name })),
        ...children.map(({ id }) => ({ by: 'child' as const, of: id })),
      ];
      return { ...event, payload: actor?.output ?? event.payload, senders };
    });
    return { ...chart, actors, events };
  });
};
