import { connect } from 'node:net';
import { errorStatus } from '#contract/errors.ts';
import type { RawRequest } from './mutations.ts';

/** Longer than any response takes on a busy machine; a request that takes longer hangs. */
const HANG_MS = 20_000;
const CHUNK_BYTES = 1000;

/** The response; parts are undefined if the connection ended without one. */
export interface RawResponse {
  status: number | undefined;
  headers: Map<string, string>;
  cookies: Map<string, string>;
  text: string;
  /** How the connection ended. */
  end: 'answered' | 'closed' | 'reset' | 'hung';
}

const chunked = (body: Buffer): Buffer[] => {
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length; at += CHUNK_BYTES) {
    const part = body.subarray(at, at + CHUNK_BYTES);
    parts.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n'));
  }
  return [...parts, Buffer.from('0\r\n\r\n')];
};

/** The bytes of a request. */
export const toBytes = ({ method, path, headers, body, isChunked }: RawRequest): Buffer => {
  const framing =
    body === undefined
      ? []
      : [isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`];
  const head = [`${method} ${path} HTTP/1.1`, ...headers, ...framing, 'Connection: close'];
  return Buffer.concat([
    Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'),
    ...(body === undefined ? [] : isChunked ? chunked(body) : [body]),
  ]);
};

/**
 * Decodes a chunked body; chunk sizes are bytes, which equal characters because the body is ASCII.
 */
const joined = (text: string): string => {
  const [, size = '0', rest = ''] = /^([0-9a-f]+)\r\n(.*)$/is.exec(text) ?? [];
  const length = Number.parseInt(size, 16);
  return length === 0 ? '' : rest.slice(0, length) + joined(rest.slice(length + 2));
};

const parse = (bytes: Buffer, end: RawResponse['end']): RawResponse => {
  // Removes interim responses such as 100 Continue.
  const text = bytes.toString('utf8').replace(/^(?:HTTP\/1\.1 1\d\d [^\r]*\r\n\r\n)+/, '');
  const split = text.indexOf('\r\n\r\n');
  const [first = '', ...lines] = text.slice(0, split).split('\r\n');
  const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(first) ?? [];
  const headers = new Map<string, string>();
  const cookies = new Map<string, string>();
  for (const line of lines) {
    const name = line.slice(0, line.indexOf(':')).toLowerCase();
    const value = line.slice(name.length + 1).trim();
    headers.set(name, value);
    const [, key, content] = (name === 'set-cookie' && /^([^=]+)=([^;]*)/.exec(value)) || [];
    if (key !== undefined) cookies.set(key, /Max-Age=0/i.test(value) ? '' : (content ?? ''));
  }
  const isAnswered = status !== undefined;
  return {
    status: isAnswered ? Number(status) : undefined,
    headers,
    cookies,
    text: headers.has('transfer-encoding') ? joined(text.slice(split + 4)) : text.slice(split + 4),
    end: isAnswered && end !== 'hung' ? 'answered' : end,
  };
};

/** Sends bytes over a new connection and waits until the server closes it. */
export const exchange = (port: number, bytes: Buffer): Promise<RawResponse> =>
  new Promise((resolve) => {
    const received: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    const finish = (end: RawResponse['end']) => {
      clearTimeout(patience);
      socket.destroy();
      resolve(parse(Buffer.concat(received), end));
    };
    const patience = setTimeout(() => finish('hung'), HANG_MS);
    socket.on('data', (part: Buffer) => received.push(part));
    socket.on('end', () => finish('closed')).on('error', () => finish('reset'));
  });

// Stack frames, file paths, SQL statements, and names of libraries.
const INSIDE =
  /\n\s+at \S|\bnode:internal|node_modules|\.[cm]?[jt]s:\d+|\/(?:home|root|tmp|usr|var|srv|work)\/|\b(?:select|insert into|update|delete from)\b[^<]{1,80}\b(?:from|values|set|where)\b|\brelation "|syntax error|violates|kysely|pglite|postgres|fastify|FST_|ECONN|yup|TypeError|RangeError|SyntaxError/i;

/** Statuses without an error code of their own: request timeout and unsupported expectation. */
const WITHOUT_CODE = new Set([408, 417]);

const errorFault = (status: number, text: string): string | undefined => {
  try {
    const { error } = JSON.parse(text);
    const expected: Record<string, number> = errorStatus;
    const isRefused = error.code === 'request_invalid' && WITHOUT_CODE.has(status);
    if (expected[error.code] !== status && !isRefused)
      return `${status} with the code ${error.code}`;
    if (typeof error.message !== 'string') return 'an error without a message';
    return undefined;
  } catch {
    return 'an error that is no JSON of ours';
  }
};

/** What is wrong with a response, for any request; empty if nothing is. */
export const responseFaults = (response: RawResponse, method: string): string[] => {
  const { status, headers, text, end } = response;
  if (end === 'hung') return ['it hangs'];
  if (status === undefined) return [`no answer (${end})`];
  const faults: string[] = [];
  if (status === 503 && !(Number(headers.get('retry-after')) > 0))
    faults.push('503 without Retry-After');
  if (status >= 500 && status !== 503) faults.push(`status ${status}`);
  // Cookie values are random and may match by chance.
  const said = [...headers].filter(([name]) => name !== 'set-cookie').map(([, value]) => value);
  const [inside] = INSIDE.exec([...said, text].join('\n')) ?? [];
  if (inside !== undefined && status >= 400) faults.push(`it tells of its inside: ${inside}`);
  if (headers.get('x-content-type-options') !== 'nosniff') faults.push('no nosniff');
  if (/HTTP\/1\.1 \d{3} /.test(text)) faults.push('two answers to one request');
  const isJson = headers.get('content-type')?.startsWith('application/json');
  const fault = status >= 400 && isJson && method !== 'HEAD' ? errorFault(status, text) : undefined;
  if (fault !== undefined) faults.push(fault);
  return faults;
};
