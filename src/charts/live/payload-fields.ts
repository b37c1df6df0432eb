const sources = import.meta.glob<string>('../../../machines/*.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The fields of an event's payload with an empty value of each one's type. */
export type Fields = Record<string, unknown>;

const EMPTY: [RegExp, unknown][] = [
  [/^(?:string\b|['"`])/, ''],
  [/^number\b/, 0],
  [/^boolean\b/, false],
  [/\[\]$|^(?:readonly )?Array</, []],
  [/^(?:Partial<|\{|[A-Z])/, {}],
];

const emptyOf = (type: string): unknown => EMPTY.find(([is]) => is.test(type.trim()))?.[1] ?? null;

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

const fieldsOf = (body: string): Fields => {
  const fields: Fields = {};
  for (const [, name = '', type = ''] of body.matchAll(/(\w+)\??:\s*([^;,]+)/g))
    if (name !== 'type') fields[name] = emptyOf(type);
  return fields;
};

/** The fields of a type that the same file declares and an event takes in by `&`. */
const sharedFields = (source: string, after: string): Fields => {
  const [, name] = /^\s*&\s*(\w+)/.exec(after) ?? [];
  const declared =
    name === undefined ? -1 : source.search(new RegExp(`\\b${name}\\b\\s*=?\\s*\\{`));
  return declared < 0 ? {} : fieldsOf(bracedAt(source, source.indexOf('{', declared)));
};

/** Reads the payloads off the type `events: {} as …` of a chart's source. */
export const readPayloads = (source: string): Map<string, Fields> => {
  const payloads = new Map<string, Fields>();
  const [, union = ''] =
    /\bevents:\s*\{\}\s*as\b([\s\S]*?),\n\s*(?:\w+:\s*\{\}|\},)/.exec(source) ?? [];
  for (let at = union.indexOf('{'); at >= 0; at = union.indexOf('{', at + 1)) {
    const body = bracedAt(union, at);
    const [, types = ''] = /^\s*type:\s*([^;}]+)/.exec(body) ?? [];
    const fields = {
      ...fieldsOf(body),
      ...sharedFields(source, union.slice(at + body.length + 2)),
    };
    for (const [, type = ''] of types.matchAll(/['"]([^'"]+)['"]/g)) payloads.set(type, fields);
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
export const payloadOf = (chart: string, type: string): Fields => read.get(chart)?.get(type) ?? {};
