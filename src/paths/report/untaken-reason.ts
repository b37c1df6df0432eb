import type { AnyStateMachine } from 'xstate';
import type { ChartEdge } from '#charts/model/chart-edges.ts';
import type { EdgePathOptions } from '../path-options.ts';
import { pathTo } from '../path-to.ts';

const isListed = (event: string, { events }: EdgePathOptions): boolean =>
  events.some(({ type }) => type === event) || /^xstate\.(?:error\.actor|after)\./.test(event);

const missingEventOf = (event: string): string => {
  if (event.startsWith('xstate.done.actor.')) return `needs an event ${event} with an output`;
  if (event.startsWith('xstate.snapshot.')) return `needs an event ${event} with a snapshot`;
  return `needs an event ${event}`;
};

/** The reason why no path covers an edge, as far as chart, events and inputs show it. */
export const untakenReason = (
  machine: AnyStateMachine,
  options: EdgePathOptions,
  { source, event, guard }: ChartEdge,
): string => {
  if (!pathTo(machine, options, source)) return `${source} is never reached`;
  const isEventless = event === '' || event.startsWith('xstate.done.state.');
  const isWildcard = event.endsWith('*');
  if (!isEventless && !isWildcard && !isListed(event, options)) return missingEventOf(event);
  if (guard !== undefined) return `its guard ${guard} never holds there`.replace('  ', ' ');
  if (isWildcard) return `needs an event ${event} that no other entry takes`;
  if (event.startsWith('xstate.done.state.')) return `${event.slice(18)} never comes to its end`;
  return 'another edge always comes first';
};
