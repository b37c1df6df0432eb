import { HttpError } from './http-error.ts';

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
 * twice` in tests/server/hostile/json.test.ts.
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
