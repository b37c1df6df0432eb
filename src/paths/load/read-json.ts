import { readFileSync } from 'node:fs';

/** The content of a JSON file. Throws one sentence with the file where it is no JSON. */
export const readJson = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new Error(`${file} is no JSON: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    });
  }
};
