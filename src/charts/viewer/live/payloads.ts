import payloads, { listedEvents } from 'virtual:event-payloads';
import type { DeclaredFields } from '#charts/model/chart-source.ts';
import { MASK } from '../broadcast/messages.ts';
import type { LogEntry } from './live-state.ts';

/** The type of a JSON value in plain words; `nothing` for null and undefined. */
type ValueKind = 'text' | 'a number' | 'true or false' | 'a list' | 'an object' | 'nothing';

const KIND_BY_TYPEOF: Record<string, ValueKind> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
};

/** The kind of a JSON value. */
const valueKind = (value: unknown): ValueKind => {
  if (Array.isArray(value)) return 'a list';
  return value === null ? 'nothing' : (KIND_BY_TYPEOF[typeof value] ?? 'nothing');
};

const KIND_BY_SOURCE: [RegExp, ValueKind][] = [
  [/\[\]$|^(?:readonly )?(?:Readonly)?Array</, 'a list'],
  [/^(?:string\b|['"`])/, 'text'],
  [/^(?:number\b|-?\d)/, 'a number'],
  [/^(?:boolean|true|false)\b/, 'true or false'],
  [/^(?:Partial<|Record<|\{)/, 'an object'],
  [/^(?:null|undefined)\b/, 'nothing'],
];

/** The kinds that a type allows, from its source text; undefined for a type with a name. */
const writtenKinds = (type: string): ValueKind[] | undefined => {
  const parts = type.split('|').map((part) => part.trim());
  const kinds = parts
    .filter((part) => part !== '')
    .map((part) => KIND_BY_SOURCE.find(([pattern]) => pattern.test(part))?.[1]);
  return kinds.some((kind) => kind === undefined)
    ? undefined
    : [...new Set(kinds.filter((kind) => kind !== undefined))];
};

const EMPTY: Record<ValueKind, unknown> = {
  text: '',
  'a number': 0,
  'true or false': false,
  'a list': [],
  'an object': {},
  nothing: null,
};

/** An empty value of a type; a named type counts as an object. */
const emptyOf = (type: string): unknown => {
  const [kind] = writtenKinds(type) ?? [];
  if (kind !== undefined) return EMPTY[kind];
  return /^[A-Z]/.test(type) ? {} : null;
};

/** The payload fields of a chart's event, with types as source text; empty for an unknown event. */
export const declaredFields = (chart: string, type: string): DeclaredFields =>
  payloads[chart]?.[type] ?? {};

/** The payload of an event, with an empty value for each field. */
export const payloadOf = (chart: string, type: string): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(declaredFields(chart, type)).map(([name, field]) => [name, emptyOf(field.type)]),
  );

type Fields = Record<string, unknown>;

/** Where a payload differs from the declared type of its event, as a sentence; undefined if nowhere. */
export const payloadError = (payload: Fields, declared: DeclaredFields): string | undefined => {
  for (const [name, { type, isOptional }] of Object.entries(declared)) {
    const allowed = writtenKinds(type);
    const kind = valueKind(payload[name]);
    if (kind === 'nothing' && isOptional) continue;
    if (!(name in payload) && !allowed?.includes('nothing')) return `${name} is missing.`;
    if (allowed && !allowed.includes(kind))
      return `${name} has to be ${allowed.join(' or ')}, not ${kind}.`;
  }
  return undefined;
};

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

/** Whether the actors are simulated: the clock is turned, and listed events are offered. */
export const isSimulated = listedEvents !== undefined;

/** The listed payloads of an event, in a simulation; those without a value are left out. */
export const listedPayloads = (chart: string, type: string): Record<string, unknown>[] =>
  (listedEvents?.[chart] ?? [])
    .filter((event) => event.type === type)
    .map(({ type: _, ...payload }) => payload)
    .filter((payload) => Object.values(payload).some((value) => value !== undefined));

interface ChartName {
  name: string;
  machine: { id: string };
}

/** The payload of the latest event of a type, secrets masked; undefined when none was logged. */
const lastPayload = (
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
 * A payload to start from: that of the latest event of the type with empty secrets, else a listed one,
 * else the fields of the event's declared type with empty values.
 */
export const suggestedPayload = (
  chart: ChartName,
  type: string,
  log: LogEntry[],
): Record<string, unknown> => {
  const last = lastPayload(chart, type, log);
  if (last) return withoutMasks(last) as Record<string, unknown>;
  const [listed] = listedPayloads(chart.name, type);
  const internal = INTERNAL_PAYLOADS.find(([pattern]) => pattern.test(type))?.[1];
  return listed ?? internal ?? payloadOf(chart.name, type);
};
