import { MASK } from '../broadcast/redact.ts';
import type { LogEntry } from './live-state.ts';
import { payloadOf } from './payload-fields.ts';

/** A copy with empty strings in place of masked ones. */
const withoutMasks = (value: unknown): unknown => {
  if (typeof value === 'string') return value.includes(MASK) ? '' : value;
  if (Array.isArray(value)) return value.map(withoutMasks);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutMasks(item)]));
};

const INTERNAL_PAYLOADS: [RegExp, Record<string, unknown>][] = [
  [/^xstate\.done\.actor\./, { output: {} }],
  [/^xstate\.error\.actor\./, { error: 'sent from the live view' }],
];

interface ChartName {
  name: string;
  machine: { id: string };
}

/** The payload of the latest event of a type, secrets masked; undefined when none was logged. */
export const lastPayload = (
  { machine }: ChartName,
  type: string,
  log: LogEntry[],
): Record<string, unknown> | undefined => {
  const last = log.find(
    (entry) => entry.kind === 'event' && entry.event.type === type && entry.chart === machine.id,
  );
  if (last?.kind !== 'event') return undefined;
  const { type: _type, ...fields } = last.event as { type: string } & Record<string, unknown>;
  const { actorId: _actor, ...payload } = fields;
  return payload;
};

/**
 * A payload to start from: that of the latest event of the type with empty secrets, else the fields
 * of the event's declared type with empty values.
 */
export const suggestedPayload = (
  chart: ChartName,
  type: string,
  log: LogEntry[],
): Record<string, unknown> => {
  const last = lastPayload(chart, type, log);
  if (last) return withoutMasks(last) as Record<string, unknown>;
  const internal = INTERNAL_PAYLOADS.find(([pattern]) => pattern.test(type))?.[1];
  return internal ?? payloadOf(chart.name, type);
};
