import payloads from 'virtual:event-payloads';
import type { DeclaredFields } from '#charts/model/chart-source.ts';
import { type ValueKind, writtenKinds } from './value-kind.ts';


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
