import { HttpError } from './http-error.ts';

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
