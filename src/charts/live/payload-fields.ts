import { type ValueKind, writtenKinds } from './value-kind.ts';

const sources = import.meta.glob<string>('../../../machines/*.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The fields of an event's payload, each one's type as the source writes it. */
export type DeclaredFields = Record<string, { type: string; isOptional: boolean }>;

const EMPTY: Record<ValueKind, unknown> = {
  text: '',
  'a number': 0,
  'true or false': false,
  'a list': [],
  'an object': {},
  nothing: null,
};

/** A type with a name of its own is most often an object. */
const emptyOf = (type: string): unknown => {
  const [kind] = writtenKinds(type) ?? [];
  if (kind !== undefined) return EMPTY[kind];
  return /^[A-Z]/.test(type) ? {} : null;
};

/** The text between a brace and the one that closes it. */
const bracedAt = (source: string, open: number): string => {
  let depth = 0;
  for (let at = open; at < source.length; at += 1) {
    if ('{(<['.includes(source[at] ?? '')) depth += 1;
    else if ('})]'.includes(source[at] ?? '') || (source[at] === '>' && source[at - 1] !== '='))
      depth -= 1;
    if (depth === 0) return source.slice(open + 1, at);
  }
  return '';
};

const fieldsOf = (body: string): DeclaredFields => {
  const fields: DeclaredFields = {};
  for (const [, name = '', mark, type = ''] of body.matchAll(/(\w+)(\?)?:\s*([^;,]+)/g))
    if (name !== 'type') fields[name] = { type: type.trim(), isOptional: mark === '?' };
  return fields;
};

/** The fields of a type that the same file declares and an event takes in by `&`. */
const sharedFields = (source: string, after: string): DeclaredFields => {
  const [, name] = /^\s*&\s*(\w+)/.exec(after) ?? [];
  const declared =
    name === undefined ? -1 : source.search(new RegExp(`\\b${name}\\b\\s*=?\\s*\\{`));
  return declared < 0 ? {} : fieldsOf(bracedAt(source, source.indexOf('{', declared)));
};

/** An event that is declared twice carries one or the other. */
const eitherOf = (one: DeclaredFields | undefined, other: DeclaredFields): DeclaredFields => {
  if (!one) return other;
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return Object.fromEntries(
    names.map((name) => {
      const ways = [one[name], other[name]].filter((field) => field !== undefined);
      return [
        name,
        {
          type: ways.map(({ type }) => type).join(' | '),
          isOptional: ways.length < 2 || ways.some(({ isOptional }) => isOptional),
        },
      ];
    }),
  );
};

/** Reads the payloads off the type `events: {} as …` of a chart's source. */
export const readPayloads = (source: string): Map<string, DeclaredFields> => {
  const payloads = new Map<string, DeclaredFields>();
  const [, union = ''] =
    /\bevents:\s*\{\}\s*as\b([\s\S]*?),\n\s*(?:\w+:\s*\{\}|\},)/.exec(source) ?? [];
  for (let at = union.indexOf('{'); at >= 0; at = union.indexOf('{', at + 1)) {
    const body = bracedAt(union, at);
    const [, types = ''] = /^\s*type:\s*([^;}]+)/.exec(body) ?? [];
    const fields = {
      ...fieldsOf(body),
      ...sharedFields(source, union.slice(at + body.length + 2)),
    };
    for (const [, type = ''] of types.matchAll(/['"]([^'"]+)['"]/g))
      payloads.set(type, eitherOf(payloads.get(type), fields));
    at += body.length;
  }
  return payloads;
};

const read = new Map(
  Object.entries(sources).map(([file, source]) => [
    file.replace(/^.*\/|\.ts$/g, ''),
    readPayloads(source),
  ]),
);

/** What a chart's event carries, as the chart's types say it; nothing where they say nothing. */
export const declaredFields = (chart: string, type: string): DeclaredFields =>
  read.get(chart)?.get(type) ?? {};

/** The fields of an event's payload with an empty value of each one's type. */
export const payloadOf = (chart: string, type: string): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(declaredFields(chart, type)).map(([name, field]) => [name, emptyOf(field.type)]),
  );
