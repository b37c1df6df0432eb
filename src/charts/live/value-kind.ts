/** What people call the kind of a value of JSON; nothing for null and undefined. */
export type ValueKind = 'text' | 'a number' | 'true or false' | 'a list' | 'an object' | 'nothing';

const NAMED: Record<string, ValueKind> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
};

/** The kind of a value. */
export const valueKind = (value: unknown): ValueKind => {
  if (Array.isArray(value)) return 'a list';
  return value === null ? 'nothing' : (NAMED[typeof value] ?? 'nothing');
};

const WRITTEN: [RegExp, ValueKind][] = [
  [/\[\]$|^(?:readonly )?(?:Readonly)?Array</, 'a list'],
  [/^(?:string\b|['"`])/, 'text'],
  [/^(?:number\b|-?\d)/, 'a number'],
  [/^(?:boolean|true|false)\b/, 'true or false'],
  [/^(?:Partial<|Record<|\{)/, 'an object'],
  [/^(?:null|undefined)\b/, 'nothing'],
];

/** The kinds that a type allows as the source writes it; undefined where its text doesn't say. */
export const writtenKinds = (type: string): ValueKind[] | undefined => {
  const parts = type.split('|').map((part) => part.trim());
  const kinds = parts
    .filter((part) => part !== '')
    .map((part) => WRITTEN.find(([is]) => is.test(part))?.[1]);
  return kinds.some((kind) => kind === undefined)
    ? undefined
    : [...new Set(kinds.filter((kind) => kind !== undefined))];
};
