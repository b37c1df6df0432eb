import { MASK } from '../relay/masked.ts';
import type { DeclaredFields } from './payload-fields.ts';
import { valueKind, writtenKinds } from './value-kind.ts';

type Fields = Record<string, unknown>;

const declaredFault = (payload: Fields, declared: DeclaredFields): string | undefined => {
  for (const [name, { type, isOptional }] of Object.entries(declared)) {
    const kinds = writtenKinds(type);
    const kind = valueKind(payload[name]);
    if (kind === 'nothing' && isOptional) continue;
    if (!(name in payload) && !kinds?.includes('nothing')) return `${name} is missing.`;
    if (kinds && !kinds.includes(kind))
      return `${name} has to be ${kinds.join(' or ')}, not ${kind}.`;
  }
  return undefined;
};

/** A masked sample may have been anything. */
const isTelling = (sample: unknown): boolean =>
  valueKind(sample) !== 'nothing' && !(typeof sample === 'string' && sample.includes(MASK));

const sampleFault = (value: unknown, sample: unknown, path: string): string | undefined => {
  const [kind, known] = [valueKind(value), valueKind(sample)];
  if (kind === 'nothing' || !isTelling(sample)) return undefined;
  if (kind !== known) return `${path} is ${known} so far, not ${kind}.`;
  if (kind !== 'an object') return undefined;
  for (const [name, item] of Object.entries(value as Fields)) {
    const fault = sampleFault(item, (sample as Fields)[name], `${path}.${name}`);
    if (fault !== undefined) return fault;
  }
  return undefined;
};

/**
 * What is wrong with a payload that is about to be sent: a value of another kind than the event's
 * type declares, else than in `samples`, values of the same names that the app itself has sent or
 * keeps. Undefined where nothing is known to be wrong.
 */
export const payloadFault = (
  payload: Fields,
  declared: DeclaredFields,
  samples: readonly unknown[],
): string | undefined => {
  const fault = declaredFault(payload, declared);
  if (fault !== undefined) return fault;
  for (const [name, value] of Object.entries(payload)) {
    // A type of several kinds is no matter for samples; what lies deeper is.
    const isSaid = (writtenKinds(declared[name]?.type ?? 'unknown')?.length ?? 0) > 1;
    for (const sample of samples) {
      if (isSaid || valueKind(sample) !== 'an object') continue;
      const found = sampleFault(value, (sample as Fields)[name], name);
      if (found !== undefined) return found;
    }
  }
  return undefined;
};
