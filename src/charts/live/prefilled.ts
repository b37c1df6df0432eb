import { MASK } from '../relay/masked.ts';
import type { LogLine } from './live-state.ts';
import { payloadOf } from './payload-fields.ts';

const withoutMasks = (value: unknown): unknown => {
  if (typeof value === 'string') return value.includes(MASK) ? '' : value;
  if (Array.isArray(value)) return value.map(withoutMasks);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutMasks(item)]));
};

const OWN: [RegExp, Record<string, unknown>][] = [
  [/^xstate\.done\.actor\./, { output: {} }],
  [/^xstate\.error\.actor\./, { error: 'sent by hand' }],
];

interface ChartName {
  name: string;
  machine: { id: string };
}

/** What an event of a chart carried the last time, secrets masked; undefined where it never came. */
export const lastPayload = (
  { machine }: ChartName,
  type: string,
  log: LogLine[],
): Record<string, unknown> | undefined => {
  const last = log.find(
    (line) => line.kind === 'event' && line.event.type === type && line.chart === machine.id,
  );
  if (last?.kind !== 'event') return undefined;
  const { type: _type, ...payload } = last.event as { type: string } & Record<string, unknown>;
  const { actorId: _actor, ...own } = payload;
  return own;
};

/**
 * What an event can be sent with: what it carried the last time, secrets left empty, else the fields
 * that its type names.
 */
export const prefilled = (
  chart: ChartName,
  type: string,
  log: LogLine[],
): Record<string, unknown> => {
  const last = lastPayload(chart, type, log);
  if (last) return withoutMasks(last) as Record<string, unknown>;
  return OWN.find(([is]) => is.test(type))?.[1] ?? payloadOf(chart.name, type);
};
