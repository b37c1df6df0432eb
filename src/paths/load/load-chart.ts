import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { AnyStateMachine } from 'xstate';
import { stateNodesOf } from '#charts/model/chart-edges.ts';
import type { EdgePathOptions } from '../path-options.ts';
import { importModule } from './import-module.ts';
import { optionsFileOf } from './neighbor-files.ts';
import { checkOptions, readOptions } from './read-options.ts';
import { resolveWord } from './resolve-word.ts';

/** A chart with the events and inputs of its paths. */
export interface ChartWithOptions {
  name: string;
  machine: AnyStateMachine;
  options: EdgePathOptions;
}

/** A chart of a file outside `machines/`. */
export interface LoadedChart extends ChartWithOptions {
  /** The absolute path of the chart's file. */
  file: string;
  /** The name of its export, `default` included. */
  exported: string;
  /** Whether the events are only the event types of the chart, because nothing lists them. */
  isGuessed: boolean;
}

const isMachine = (value: unknown): value is AnyStateMachine =>
  typeof value === 'object' && value !== null && 'root' in value && 'implementations' in value;

/** One event without payload per event type of the chart, without XState's own and wildcards. */
export const plainEvents = (machine: AnyStateMachine): { type: string }[] => {
  const types = stateNodesOf(machine).flatMap((node) => [...node.transitions.keys()]);
  const isSent = (type: string) => !type.startsWith('xstate.') && !type.endsWith('*');
  return [...new Set(types.filter(isSent))].map((type) => ({ type }));
};

/** The chart of a module: the named export, else the default export, else the only one. */
const chooseMachine = (
  module: Record<string, unknown>,
  file: string,
  wanted?: string,
): [exported: string, machine: AnyStateMachine] => {
  const machines = Object.entries(module).flatMap(([name, value]) =>
    isMachine(value) ? [[name, value] as const] : [],
  );
  const names = machines.map(([name]) => name).join(', ');
  if (machines.length === 0)
    throw new Error(
      `${file} exports no chart. Export what createMachine(…) returns, by name or as default.`,
    );
  const isOnly = new Set(machines.map(([, machine]) => machine)).size === 1;
  const chosen =
    machines.find(([name]) => name === (wanted ?? 'default')) ??
    (isOnly && wanted === undefined ? machines[0] : undefined);
  if (chosen) return [...chosen];
  throw new Error(
    wanted === undefined
      ? `${file} exports several charts: ${names}. Choose one: --export ${machines[0]?.[0]}`
      : `${file} exports no chart ${wanted}. It exports: ${names}`,
  );
};

const givenOptions = async (
  file: string,
  module: Record<string, unknown>,
  eventsWord?: string,
): Promise<EdgePathOptions | undefined> => {
  if (eventsWord !== undefined) return readOptions(resolveWord(eventsWord));
  if ('options' in module) return checkOptions(module['options'], file);
  const neighbor = optionsFileOf(file);
  return existsSync(neighbor) ? readOptions(neighbor) : undefined;
};

/**
 * Loads the chart that a file exports. Its options come from `eventsWord`, a JSON file or a module,
 * else from the file's export `options`, else from the file beside it (`door.paths.ts` of
 * `door.ts`), else from the chart: each of its event types without payload. Throws one sentence
 * where there is no such file, no chart in it, or several.
 */
export const loadChart = async (
  word: string,
  { eventsWord, wanted }: { eventsWord?: string | undefined; wanted?: string | undefined } = {},
): Promise<LoadedChart> => {
  const file = resolveWord(word);
  const module = await importModule(file);
  const [exported, machine] = chooseMachine(module, word, wanted);
  const options = await givenOptions(file, module, eventsWord);
  return {
    name: machine.config.id ?? basename(file).replace(/\..*$/, ''),
    machine,
    options: options ?? { events: plainEvents(machine) },
    file,
    exported,
    isGuessed: options === undefined,
  };
};
