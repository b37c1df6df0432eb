import type { AnyStateMachine } from 'xstate';
import { isMachine } from './chart-edges.ts';
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

  const parentsSending = (name: string, type: string): Sender[] =>
    charts
      .filter(({ actors, sends }) => {
        const ids = actors.filter(({ chart }) => chart === name).map(({ id }) => id);
        return sends.some(({ to, events }) => ids.includes(to) && events.includes(type));
      })
      .map(({ name: of }) => ({ by: 'parent', of }));

  const childrenSending = ({ actors }: ChartDescription, type: string): Sender[] =>
    actors
      .filter(({ chart }) => byName.get(chart ?? '')?.sendsToParent.includes(type))
      .map(({ id: of }) => ({ by: 'child', of }));

  return charts.map((chart) => {
    const actors = chart.actors.map((actor) => {
      const inner = byName.get(actor.chart ?? '');
      if (inner) return { ...actor, input: inner.input, output: inner.output };
      // Imported from another module, which may or may not be a chart.
      return actor.chart ? { ...actor, kind: 'other' as const, chart: undefined } : actor;
    });
    const events = chart.events.map((event) => {
      const [sender] = event.senders;
      const actor =
        sender?.by === 'child' && event.type.startsWith('xstate.done.actor.')
          ? actors.find(({ id }) => id === sender.of)
          : undefined;
      return {
        ...event,
        payload: actor?.output ?? event.payload,
        senders: [
          ...event.senders,
          ...parentsSending(chart.name, event.type),
          ...childrenSending(chart, event.type),
        ],
      };
    });
    return { ...chart, actors, events };
  });
};
