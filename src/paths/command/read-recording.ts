import type { Recording } from '#charts/model/recording.ts';
import { readJson } from '../load/read-json.ts';
import { checkOptions } from '../load/read-options.ts';
import { resolveWord } from '../load/resolve-word.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Reads a recording of the live view, or a plain list of events. Throws if it is neither. */
export const readRecording = (word: string): Recording => {
  const read = readJson(resolveWord(word));
  const list: unknown = isObject(read) && !Array.isArray(read) ? read['events'] : read;
  if (!Array.isArray(list))
    throw new Error(`${word} is no recording: it has no list of events. The live view saves one.`);
  const steps = list.map((entry) =>
    isObject(entry) && isObject(entry['event']) ? entry : { event: entry },
  );
  checkOptions(
    steps.map(({ event }) => event),
    word,
  );
  return {
    ...(Array.isArray(read) ? {} : (read as Recording)),
    events: steps as Recording['events'],
  };
};
