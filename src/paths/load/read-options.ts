import type { EdgePathOptions } from '../path-options.ts';
import { importModule } from './import-module.ts';
import { readJson } from './read-json.ts';

const hasType = (event: unknown): boolean =>
  typeof event === 'object' && event !== null && 'type' in event && typeof event.type === 'string';

/** Checks that a value is options, or a plain list of events. Throws if it is neither. */
export const checkOptions = (value: unknown, file: string): EdgePathOptions => {
  const options = (Array.isArray(value) ? { events: value } : value) as Partial<EdgePathOptions>;
  const { events, inputs } = options ?? {};
  if (!Array.isArray(events))
    throw new Error(
      `${file} has no list of events: [{ "type": "…" }] or { events: […], inputs: […] }`,
    );
  const wrong = events.findIndex((event) => !hasType(event));
  if (wrong !== -1) throw new Error(`${file}: event ${wrong + 1} has no type`);
  if (inputs !== undefined && !(Array.isArray(inputs) && inputs.length > 0))
    throw new Error(`${file}: inputs must be a list of at least one input`);
  return { ...options, events };
};

/** The options of a JSON file, or of the export `options` of a module. */
export const readOptions = async (file: string): Promise<EdgePathOptions> => {
  if (file.endsWith('.json')) return checkOptions(readJson(file), file);
  const module = await importModule(file);
  if (!('options' in module)) throw new Error(`${file} has no export options`);
  return checkOptions(module['options'], file);
};
