import payloads, { listedEvents } from 'virtual:event-payloads';
import type { Chart } from '#charts/model/all-charts.ts';
import type { DeclaredFields } from '#charts/model/chart-source.ts';
import { MASK } from '../broadcast/messages.ts';
import type { LogEntry } from './live-state.ts';

/** A payload, or a part of one. */
type Fields = Record<string, unknown>;

/** The types of JSON values in plain words: how TypeScript writes each, and its empty value. */
const KINDS: { name: string; source: RegExp; empty: unknown }[] = [
  { name: 'a list', source: /\[\]$|^(?:readonly )?(?:Readonly)?Array</, empty: [] },
  { name: 'text', source: /^(?:string\b|['"`])/, empty: '' },
  { name: 'a number', source: /^(?:number\b|-?\d)/, empty: 0 },
  { name: 'true or false', source: /^(?:boolean|true|false)\b/, empty: false },
  { name: 'an object', source: /^(?:Partial<|Record<|\{)/, empty: {} },
  { name: 'nothing', source: /^(?:null|undefined)\b/, empty: null },
];

/** The name of a JSON value's type; null and undefined are nothing. */
const kindOf = (value: unknown): string => {
  const typeOf = (one: unknown) => (Array.isArray(one) ? 'array' : typeof (one ?? undefined));
  return KINDS.find(({ empty }) => typeOf(empty) === typeOf(value))?.name ?? 'nothing';
};

/** The kinds that a type allows, from its source text; undefined for a type with a name. */
const writtenKinds = (type: string) => {
  const parts = type.split('|').map((part) => part.trim());
  const kinds = parts
    .filter((part) => part !== '')
    .map((part) => KINDS.find(({ source }) => source.test(part)));
  const known = kinds.filter((kind) => kind !== undefined);
  return known.length < kinds.length ? undefined : [...new Set(known)];
};

/** An empty value of a type; a named type counts as an object. */
const emptyOf = (type: string): unknown => {
  const [kind] = writtenKinds(type) ?? [];
  return kind ? kind.empty : /^[A-Z]/.test(type) ? {} : null;
};

/** The payload fields of a chart's event, with types as source text; empty for an unknown event. */
export const declaredFields = (chart: string, type: string): DeclaredFields =>
  payloads[chart]?.[type] ?? {};

/** The payload of an event, with an empty value for each field. */
export const payloadOf = (chart: string, type: string): Fields =>
  Object.fromEntries(
    Object.entries(declaredFields(chart, type)).map(([name, field]) => [name, emptyOf(field.type)]),
  );

/** Where a payload differs from the declared type of its event, as a sentence; undefined if nowhere. */
export const payloadError = (payload: Fields, declared: DeclaredFields): string | undefined => {
  for (const [name, { type, isOptional }] of Object.entries(declared)) {
    const allowed = writtenKinds(type)?.map((kind) => kind.name);
    const kind = kindOf(payload[name]);
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

const INTERNAL_PAYLOADS: [RegExp, Fields][] = [
  [/^xstate\.done\.actor\./, { output: {} }],
  [/^xstate\.error\.actor\./, { error: 'sent from the live view' }],
];

/** Whether the actors are simulated: the clock is turned, and listed events are offered. */
export const isSimulated = listedEvents !== undefined;

/** The listed payloads of an event, in a simulation; those without a value are left out. */
export const listedPayloads = (chart: string, type: string): Fields[] =>
  (listedEvents?.[chart] ?? [])
    .filter((event) => event.type === type)
    .map(({ type: _, ...payload }) => payload)
    .filter((payload) => Object.values(payload).some((value) => value !== undefined));

/**
 * A payload to start from: that of the latest event of the type with empty secrets, else a listed one,
 * else the fields of the event's declared type with empty values.
 */
export const suggestedPayload = (
  { name, machine }: Chart,
  type: string,
  log: LogEntry[],
): Fields => {
  const [last] = log.flatMap((entry): Fields[] =>
    entry.kind === 'event' && entry.event.type === type && entry.chart === machine.id
      ? [{ ...entry.event }]
      : [],
  );
  if (last) {
    const { type: _type, actorId: _actor, ...payload } = last;
    return withoutMasks(payload) as Fields;
  }
  const [listed] = listedPayloads(name, type);
  const internal = INTERNAL_PAYLOADS.find(([pattern]) => pattern.test(type))?.[1];
  return listed ?? internal ?? payloadOf(name, type);
};
