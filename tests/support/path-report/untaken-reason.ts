import type { AnyStateMachine } from 'xstate';
import type { ChartEdge } from '#charts/chart-edges.ts';
import { type EdgePathOptions, pathTo } from '../edge-paths.ts';

const isListed = (event: string, { events }: EdgePathOptions): boolean =>
  events.some(({ type }) => type === event) || /^xstate\.(?:error\.actor|after)\./.test(event);

const needOf = (event: string): string => {
  if (event.startsWith('xstate.done.actor.')) return `needs an event ${event} with an output`;
  if (event.startsWith('xstate.snapshot.')) return `needs an event ${event} with a snapshot`;
  return `needs an event ${event}`;
};

/** Why no path takes an edge, as far as the chart, the events and the inputs tell. */
export const untakenReason = (
  machine: AnyStateMachine,
  options: EdgePathOptions,
  { source, event, guard }: ChartEdge,
): string => {
  if (!pathTo(machine, options, source)) return `${source} is never reached`;
  const isByItself = event === '' || event.startsWith('xstate.done.state.');
  const isWild = event.endsWith('*');
  if (!isByItself && !isWild && !isListed(event, options)) return needOf(event);
  if (guard !== undefined) return `its guard ${guard} never holds there`.replace('  ', ' ');
  if (isWild) return `needs an event ${event} that no other entry takes`;
  if (event.startsWith('xstate.done.state.')) return `${event.slice(18)} never comes to its end`;
  return 'another edge always comes first';
};
