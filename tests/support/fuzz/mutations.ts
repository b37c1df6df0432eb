import fc from 'fast-check';
import { HOSTILE_TEXTS, type Json } from './schema-values.ts';

/** A request before its placeholders are filled in. */
export interface RawRequest {
  method: string;
  path: string;
  /** Header lines exactly as sent, including duplicates and invalid ones. */
  headers: string[];
  body: Buffer | undefined;
  isChunked: boolean;
}

/** A change of a request, with its description. */
export interface Mutation {
  words: string;
  apply(wire: RawRequest): RawRequest;
}

const describeValue = (value: unknown) => JSON.stringify(value)?.slice(0, 60);

const onBody = (words: string, change: (text: string) => string | Buffer): Mutation => ({
  words,
  apply: (wire) =>
    wire.body === undefined ? wire : { ...wire, body: Buffer.from(change(wire.body.toString())) },
});

const isObject = (value: Json): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const onObject = (words: string, change: (body: { [key: string]: Json }) => Json): Mutation =>
  onBody(words, (text) => {
    try {
      const body: Json = JSON.parse(text);
      return isObject(body) ? JSON.stringify(change(body)) : text;
    } catch {
      return text;
    }
  });

const withHeaders = (words: string, change: (headers: string[]) => string[]): Mutation => ({
  words,
  apply: (wire) => ({ ...wire, headers: change(wire.headers) }),
});

const without = (headers: string[], name: string) =>
  headers.filter((line) => !line.toLowerCase().startsWith(`${name}:`));

const replaceHeader = (name: string, line: string | undefined) =>
  withHeaders(`${name} is ${describeValue(line) ?? 'left out'}`, (headers) => [
    ...without(headers, name),
    ...(line === undefined ? [] : [`${name}: ${line}`]),
  ]);

const nth = (body: object, index: number) => {
  const keys = Object.keys(body);
  return keys[index % Math.max(keys.length, 1)] ?? 'none';
};

const oddValues: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(null, true, 0, -1, 1e308, '', [], {}, [[]], ['Admin'], { $gt: '' }),
  fc.constantFrom(...HOSTILE_TEXTS),
  fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>,
);

const bodies: fc.Arbitrary<Mutation>[] = [
  fc.nat(9).map((n) =>
    onObject(`key ${n} left out`, (body) => {
      const { [nth(body, n)]: _, ...rest } = body;
      return rest;
    }),
  ),
  fc.tuple(fc.nat(9), oddValues).map(([n, value]) =>
    onObject(`key ${n} is ${describeValue(value)}`, (body) => ({
      ...body,
      [nth(body, n)]: value,
    })),
  ),
  fc
    .tuple(
      fc.oneof(
        fc.constantFrom('role', 'status', 'privilege', 'id', 'ATSEnabled', 'constructor'),
        fc.string(),
      ),
      oddValues,
    )
    .map(([key, value]) =>
      onObject(`one key more: ${describeValue(key)}`, (body) => ({ ...body, [key]: value })),
    ),
  fc
    .constantFrom('__proto__', 'constructor', 'email', 'uuid', 'n\\u0061me')
    .map((key) =>
      onBody(`"${key}" before the rest`, (text) =>
        text.replace('{', `{"${key}":{"prototype":{"owned":1}},`).replace(',}', '}'),
      ),
    ),
  fc
    .nat(9)
    .map((n) =>
      onBody(`everything twice, ${n}`, (text) => text.replace(/\}$/, `,${text.slice(1)}`)),
    ),
  fc.constantFrom(10_000, 60_000, 70_000, 200_000).map((bytes) =>
    onObject(`${bytes} bytes more`, (body) => ({
      ...body,
      [nth(body, bytes)]: 'x'.repeat(bytes),
    })),
  ),
  fc
    .constantFrom(9, 500, 20_000)
    .map((depth) => onBody(`${depth} deep`, () => '['.repeat(depth) + ']'.repeat(depth))),
  fc
    .nat(100)
    .map((percent) =>
      onBody(`cut at ${percent} %`, (text) => text.slice(0, (text.length * percent) / 100)),
    ),
  fc
    .uint8Array({ maxLength: 64 })
    .map((bytes) => onBody('bytes of no kind', () => Buffer.from(bytes))),
  fc
    .constantFrom(
      'null',
      '[]',
      '""',
      'true',
      '0',
      ' ',
      '\uFEFF{}',
      '{}{}',
      '{"a":1,}',
      `"${'\\"'.repeat(20_000)}`,
    )
    .map((text) => onBody(`body ${text.slice(0, 20)}`, () => text)),
];

const heads: fc.Arbitrary<Mutation>[] = [
  fc
    .constantFrom(
      'text/plain',
      'application/xml',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'multipart/form-data; boundary=x',
      'application/json; charset=utf-16',
      ';;;',
      '\u00ff',
      undefined,
    )
    .map((type) => replaceHeader('content-type', type)),
  fc
    .constantFrom('null', 'https://evil.example', 'javascript:alert(1)', '', undefined)
    .map((origin) => replaceHeader('origin', origin)),
  fc
    .constantFrom('x', '', '{{them.xsrf}}', undefined)
    .map((token) => replaceHeader('x-xsrf-token', token)),
  fc
    .constantFrom(
      '',
      'access=%zz; refresh=%00; =;; __proto__=1',
      'access={{them.access}}x',
      'ticket={{other.ticket}}; XSRF-TOKEN={{me.xsrf}}',
      'access={{other.access}}; refresh={{other.refresh}}; XSRF-TOKEN={{other.xsrf}}',
      `a=${'b'.repeat(9000)}`,
    )
    .map((cookie) => replaceHeader('cookie', cookie)),
  fc
    .constantFrom(
      'Host: evil.example',
      'Content-Length: 1',
      'Transfer-Encoding: chunked',
      'Transfer-Encoding: gzip',
      'Expect: 100-continue',
      'Expect: a miracle',
      'X-A: b\u0000c',
      ' folded',
      'No colon',
      `X-A: ${'x'.repeat(17_000)}`,
      'Content-Encoding: gzip',
      'Range: bytes=9999999-',
      'If-None-Match: *',
      'Upgrade: h2c',
      'X-Forwarded-For: \u00ff,,',
      'Accept: text/html',
      'Sec-Purpose: prefetch',
    )
    .map((line) => withHeaders(`with ${line.slice(0, 40)}`, (headers) => [...headers, line])),
  fc
    .constantFrom(
      'GET',
      'HEAD',
      'POST',
      'PUT',
      'PATCH',
      'DELETE',
      'OPTIONS',
      'TRACE',
      'QUERY',
      'get',
      'X Y',
    )
    .map((method) => ({
      words: `method ${method}`,
      apply: (wire: RawRequest) => ({ ...wire, method }),
    })),
  fc
    .constantFrom('/', '//', '/..', '?x=%zz', '#a', '%2e%2e', ';a=b', ' ', '\\', '\u00e9')
    .map((end) => ({
      words: `path and ${end}`,
      apply: (wire: RawRequest) => ({ ...wire, path: wire.path + end }),
    })),
  fc.constant<Mutation>({ words: 'in chunks', apply: (wire) => ({ ...wire, isChunked: true }) }),
];

/** All mutations of a request. */
export const mutations: fc.Arbitrary<Mutation> = fc.oneof(...bodies, ...heads);
