import { Refusal } from '../refusal.ts';

// Our deepest body is a list in an object.
const DEPTH_MAX = 8;
const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g;
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

const invalid = (message: string) => new Refusal('request_invalid', message);

// JSON.parse takes the last of two equal keys; two readers that differ on that are a way in.
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
 * Parses a JSON body: UTF-8, no key twice in an object, no prototype keys, not nested deeply.
 *
 * @returns undefined for an empty body
 * @throws Refusal `request_invalid`, which never repeats the input
 */
export const parseStrictJson = (bytes: Buffer): unknown => {
  if (bytes.length === 0) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    refuseStrangeKeys(text);
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw invalid('This is not JSON.');
  }
};
