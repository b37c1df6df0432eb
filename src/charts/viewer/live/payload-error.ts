import { MASK } from '../broadcast/redact.ts';
import type { DeclaredFields } from './payload-fields.ts';
import { valueKind, writtenKinds } from './value-kind.ts';

type Fields = Record<string, unknown>;

const declaredTypeError = (payload: Fields, declared: DeclaredFields): string | undefined => {
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

/** Whether a sample tells the type of its field; a masked one does not. */
const isUsable = (sample: unknown): boolean =>
  valueKind(sample) !== 'nothing' && !(typeof sample === 'string' && sample.includes(MASK));

const sampleTypeError = (value: unknown, sample: unknown, path: string): string | undefined => {
  const [kind, sampleKind] = [valueKind(value), valueKind(sample)];
  if (kind === 'nothing' || !isUsable(sample)) return undefined;
  if (kind !== sampleKind) return `${path} is ${sampleKind} so far, not ${kind}.`;
  if (kind !== 'an object') return undefined;
  for (const [name, item] of Object.entries(value as Fields)) {
    const error = sampleTypeError(item, (sample as Fields)[name], `${path}.${name}`);
    if (error !== undefined) return error;
  }
  return undefined;
};

/**
 * The type error of a payload as a sentence; undefined when it has none. Checks the declared type of
 * the event first, then `samples`: objects whose fields of the same names come from the app.
 */
export const payloadError = (
  payload: Fields,
  declared: DeclaredFields,
  samples: readonly unknown[],
): string | undefined => {
  const error = declaredTypeError(payload, declared);
  if (error !== undefined) return error;
  for (const [name, value] of Object.entries(payload)) {
    // A sample shows only one member of a union type.
    const isUnion = (writtenKinds(declared[name]?.type ?? 'unknown')?.length ?? 0) > 1;
    for (const sample of samples) {
      if (isUnion || valueKind(sample) !== 'an object') continue;
      const found = sampleTypeError(value, (sample as Fields)[name], name);
      if (found !== undefined) return found;
    }
  }
  return undefined;
};
