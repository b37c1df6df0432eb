import type { FastifyInstance, FastifySchemaCompiler } from 'fastify';
import { type AnyObjectSchema, ValidationError } from 'yup';
import { HttpError } from './http-error.ts';

// Yup's messages contain the value. Messages of the contract's custom tests do not.
const messages: Record<string, string> = {
  noUnknown: 'There is an unknown field.',
  typeError: 'This has the wrong type.',
  optionality: 'This is missing.',
  defined: 'This is missing.',
  nullable: 'This is missing.',
  min: 'This is too short.',
  max: 'This is too long.',
  oneOf: 'This is not one of the choices.',
  uuid: 'This is not an id.',
};

const toHttpError = (error: unknown): Error => {
  if (!(error instanceof ValidationError)) return new HttpError('request_invalid', 'Not valid.');
  const [first = error] = error.inner;
  const type = first.type ?? '';
  const message = messages[type] ?? (type === '' ? 'Not valid.' : first.message);
  // The path of a known field. The client controls nothing of it but array indices.
  const field = type === 'noUnknown' ? undefined : first.path;
  return new HttpError('request_invalid', message, { field: field === '' ? undefined : field });
};

/** Fastify's validator compiler for the contract's yup schemas. */
export const bodyValidator: FastifySchemaCompiler<AnyObjectSchema> =
  ({ schema }) =>
  (body: unknown) => {
    try {
      return { value: schema.validateSync(body, { strict: true, abortEarly: false }) };
    } catch (error) {
      return { error: toHttpError(error) };
    }
  };

const IDENTITY = 'identity';

const isCoded = (header: string): boolean =>
  header.split(',').some((coding) => !['', IDENTITY].includes(coding.trim().toLowerCase()));

/**
 * Rejects a compressed body with 415 before it is read: a few kilobytes could inflate to gigabytes. The
 * response names the accepted coding (RFC 9110 §12.5.3).
 */
export const addContentCodingGuard = (app: FastifyInstance): void => {
  app.addHook('onRequest', ({ headers }, reply, done) => {
    const length = headers['content-length'] ?? '0';
    const hasBody = headers['transfer-encoding'] !== undefined || Number(length) !== 0;
    if (!hasBody || !isCoded(headers['content-encoding'] ?? '')) return done();
    reply.header('accept-encoding', IDENTITY);
    throw new HttpError('media_type_unsupported', 'Please send this without compression.');
  });
};

/** Bytes of a JSON body: room for the longest texts with every character escaped. */
export const BODY_BYTES_MAX = 64 * 1024;

// The deepest body of the contract is an array in an object.
const DEPTH_MAX = 8;
const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g;
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

const invalid = (message: string) => new HttpError('request_invalid', message);

// JSON.parse keeps the last of two equal keys, other parsers the first: an attacker can use the
// difference. Takes valid JSON only: in a text with an unterminated string the regular expression would
// backtrack from every quotation mark.
const rejectUnsafeKeys = (text: string): void => {
  const open: (Set<string> | undefined)[] = [];
  let lastString: string | undefined;
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === '{' || token === '[') open.push(token === '{' ? new Set() : undefined);
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':' && lastString !== undefined) {
      const keys = open.at(-1);
      const key: string = JSON.parse(lastString);
      if (keys?.has(key)) throw invalid('A key appears twice.');
      if (FORBIDDEN_KEYS.has(key)) throw invalid('Unknown field.');
      keys?.add(key);
    }
    if (open.length > DEPTH_MAX) throw invalid('This is nested too deeply.');
    lastString = token.startsWith('"') ? token : undefined;
  }
};

/**
 * Parses a JSON body: valid UTF-8, not null, no duplicate keys, no prototype keys, at most `DEPTH_MAX`
 * levels. Fastify's own parser (secure-json-parse) accepts duplicate keys: see the case `with every key
 * twice` in tests/server/abuse/json.test.ts.
 *
 * @returns undefined for an empty body
 * @throws HttpError `request_invalid`, without the input in its message
 */
export const parseStrictJson = (bytes: Buffer): unknown => {
  if (bytes.length === 0) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const value: unknown = JSON.parse(text);
    // A schema cannot tell null from a missing body.
    if (value === null) throw invalid('There is no body.');
    rejectUnsafeKeys(text);
    return value;
  } catch (error) {
    if (error instanceof HttpError) throw error;
    throw invalid('This is not JSON.');
  }
};

/** Content type of a form that a browser sends without script. */
export const FORM_TYPE = 'application/x-www-form-urlencoded';

const decodePart = (part: string): string => decodeURIComponent(part.replaceAll('+', ' '));

const splitPair = (pair: string): [name: string, value: string] => {
  const [name = '', ...value] = pair.split('=');
  return [decodePart(name), decodePart(value.join('='))];
};

/**
 * Parses the body of a form: valid UTF-8, no malformed `%`, no field twice.
 *
 * @returns the values by field name
 * @throws HttpError `request_invalid`, without the input in its message
 */
export const parseStrictForm = (bytes: Buffer): ReadonlyMap<string, string> => {
  const fields = new Map<string, string>();
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    for (const pair of text.split('&')) {
      const [name, value] = splitPair(pair);
      if (fields.has(name)) throw new Error('A field appears twice.');
      fields.set(name, value);
    }
  } catch {
    throw new HttpError('request_invalid', 'This is not a form.');
  }
  return fields;
};
