/** The type of a JSON value in plain words; `nothing` for null and undefined. */
export type ValueKind = 'text' | 'a number' | 'true or false' | 'a list' | 'an object' | 'nothing';

const KIND_BY_TYPEOF: Record<string, ValueKind> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
};

/** The kind of a JSON value. */
export const valueKind = (value: unknown): ValueKind => {
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
export const writtenKinds = (type: string): ValueKind[] | undefined => {
  const parts = type.split('|').map((part) => part.trim());
  const kinds = parts
    .filter((part) => part !== '')
    .map((part) => KIND_BY_SOURCE.find(([pattern]) => pattern.test(part))?.[1]);
  return kinds.some((kind) => kind === undefined)
    ? undefined
    : [...new Set(kinds.filter((kind) => kind !== undefined))];
};
