import { Refusal } from '../refusal.ts';

// Our deepest body is a list in an object.
const DEPTH_MAX = 8;
const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g;
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

const invalid = (message: string) => new Refusal('request_invalid', message);

// JSON.parse takes the last of two equal keys; two readers that differ on that are a way in. For JSON
// only: in a text whose last string is open, the search would begin anew at every quotation mark.
const refuseStrangeKeys = (text: string): void => {
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
 * Parses a JSON body: UTF-8, not null, no key twice in an object, no prototype keys, not nested
 * deeply.
 *
 * @returns undefined for an empty body
 * @throws Refusal `request_invalid`, which never repeats the input
 */
export const parseStrictJson = (bytes: Buffer): unknown => {
  if (bytes.length === 0) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const value: unknown = JSON.parse(text);
    // To a schema it would look like no body at all.
    if (value === null) throw invalid('There is no body.');
    refuseStrangeKeys(text);
    return value;
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw invalid('This is not JSON.');
  }
};
