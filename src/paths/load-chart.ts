import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { type Plugin, runnerImport } from 'vite';
import type { AnyStateMachine } from 'xstate';
import { isMachine } from '#charts/model/chart-edges.ts';
import { stateNodesOf, transitionsOf } from '#machines/rules/edges.ts';
import { actorImports } from './actor-imports.ts';
import { isObject } from './child-answers.ts';
import { DEFAULT_LIMITS, type EdgePathOptions, plainEvents } from './path-options.ts';

/** The top folder of the project, with a slash at its end. */
export const PROJECT_ROOT = fileURLToPath(new URL('../../', import.meta.url));

const XSTATE_FOLDER = dirname(createRequire(import.meta.url).resolve('xstate'));

/** Resolves `xstate` for a chart in a folder without node_modules. */
const resolveXState: Plugin = {
  name: 'resolve-xstate',
  enforce: 'pre',
  resolveId: (source) => (source === 'xstate' ? join(XSTATE_FOLDER, 'xstate.esm.js') : undefined),
};

/** The exports of a TypeScript or JavaScript file. Throws one sentence if the file throws. */
export const importModule = async (file: string): Promise<Record<string, unknown>> => {
  try {
    const { module } = await runnerImport<Record<string, unknown>>(file, {
      configFile: false,
      logLevel: 'silent',
      plugins: [resolveXState, actorImports()],
    });
    return module;
  } catch (cause) {
    const reason = stripVTControlCharacters(cause instanceof Error ? cause.message : String(cause));
    throw new Error(unreadableReason(file, cause) ?? `${file} can't be loaded: ${reason}`, {
      cause,
    });
  }
};

/** The file beside `door.ts` with its events and inputs, `door.paths.ts`, or its approved paths, `.txt`. */
export const pathsFileOf = (file: string, ending: 'ts' | 'txt' = 'ts'): string =>
  file.replace(/\.\w+$/, `.paths.${ending}`);

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

/**
 * The absolute path of a file that the command line names. A relative path starts where npm was
 * called (npm itself changes to the folder of package.json). Throws if there is no such file.
 */
export const resolveArgument = (word: string): string => {
  const folder = process.env['INIT_CWD'] ?? process.cwd();
  const found = [resolve(folder, word), resolve(word)].map((path) => ({
    path,
    kind: statSync(path, { throwIfNoEntry: false }),
  }));
  const file = found.find(({ kind }) => kind?.isFile());
  if (file) return file.path;
  if (found.some(({ kind }) => kind?.isDirectory()))
    throw new Error(`${word} is a folder. Name the file of a chart.`);
  throw new Error(`No file ${word}${isAbsolute(word) ? '' : ` in ${folder}`}`);
};

/** Checks that a value is options, or a plain list of events. Throws if it is neither. */
export const checkOptions = (value: unknown, file: string): EdgePathOptions => {
  const options = (Array.isArray(value) ? { events: value } : value) as Partial<EdgePathOptions>;
  const { events, inputs, limits = {} } = options ?? {};
  if (!Array.isArray(events))
    throw new Error(
      `${file} has no list of events: [{ "type": "…" }] or { events: […], inputs: […] }`,
    );
  const wrong = events.findIndex(
    (event) => !(isObject(event) && typeof event['type'] === 'string'),
  );
  if (wrong !== -1) throw new Error(`${file}: event ${wrong + 1} has no type`);
  if (inputs !== undefined && !(Array.isArray(inputs) && inputs.length > 0))
    throw new Error(`${file}: inputs must be a list of at least one input`);
  for (const [name, limit] of Object.entries(limits))
    if (!Object.hasOwn(DEFAULT_LIMITS, name) || !(Number(limit) > 0))
      throw new Error(
        `${file}: limits are positive numbers: ${Object.keys(DEFAULT_LIMITS).join(', ')}; not ${name}: ${limit}`,
      );
  return { ...options, events };
};

const readOptions = async (file: string): Promise<EdgePathOptions> => {
  if (file.endsWith('.json')) return checkOptions(readJson(file), file);
  const module = await importModule(file);
  if (!('options' in module)) throw new Error(`${file} has no export options`);
  return checkOptions(module['options'], file);
};

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

/** The chart of a module: the named export, else the default export, else the only one. */
const chooseMachine = (
  module: Record<string, unknown>,
  file: string,
  wanted?: string,
): [exported: string, machine: AnyStateMachine] => {
  for (const value of Object.values(module)) assertXState5(value, file);
  const machines = Object.entries(module).flatMap(([name, value]) =>
    isMachine(value) ? [[name, value] as const] : [],
  );
  if (machines.length === 0)
    throw new Error(
      `${file} exports no chart. Export what createMachine(…) returns, by name or as default.`,
    );
  const isOnly = new Set(machines.map(([, machine]) => machine)).size === 1;
  const chosen =
    machines.find(([name]) => name === (wanted ?? 'default')) ??
    (isOnly && wanted === undefined ? machines[0] : undefined);
  if (chosen) return [...chosen];
  const names = machines.map(([name]) => name).join(', ');
  throw new Error(
    wanted === undefined
      ? `${file} exports several charts: ${names}. Choose one: --export ${machines[0]?.[0]}`
      : `${file} exports no chart ${wanted}. It exports: ${names}`,
  );
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
  const file = resolveArgument(word);
  const unreadable = unreadableReason(file);
  if (unreadable !== undefined) throw new Error(unreadable);
  const module = await importModule(file);
  const [exported, machine] = chooseMachine(module, word, wanted);
  const neighbor = pathsFileOf(file);
  let options: EdgePathOptions | undefined;
  if (eventsWord !== undefined) options = await readOptions(resolveArgument(eventsWord));
  else if ('options' in module) options = checkOptions(module['options'], file);
  else if (existsSync(neighbor)) options = await readOptions(neighbor);
  return {
    name: machine.config.id ?? basename(file).replace(/\..*$/, ''),
    machine,
    options: options ?? { events: plainEvents(machine) },
    file,
    exported,
    isGuessed: options === undefined,
  };
};

const xstate4 = (file: string, sign: string): string =>
  `${file} is written for XState 4 (${sign}). The path generator reads charts of XState 5: https://stately.ai/docs/migration`;

/** The version of XState that is installed for a file; undefined without one. */
const installedVersion = (folder: string): string | undefined => {
  const manifest = join(folder, 'node_modules', 'xstate', 'package.json');
  if (existsSync(manifest)) return JSON.parse(readFileSync(manifest, 'utf8')).version;
  return dirname(folder) === folder ? undefined : installedVersion(dirname(folder));
};

/** What XState 5 no longer exports. */
const REMOVED =
  /\b(Machine|send|respond|pure|choose|escalate|sendUpdate|spawn)\)? is not a function/;
const COMMON_JS = /\b(?:module|exports|require) is not defined/;

/** Why a file cannot be read, where its version or its module format is the cause. */
const unreadableReason = (file: string, error?: unknown): string | undefined => {
  const message = error instanceof Error ? error.message : '';
  if (/\.c[jt]s$/.test(file) || COMMON_JS.test(message))
    return `${file} is a CommonJS module. The path generator reads ES modules: write import and export, in a file that ends with .ts, .js or .mjs`;
  const version = installedVersion(dirname(file));
  if (version?.startsWith('4.')) return xstate4(file, `xstate ${version} is installed for it`);
  const [, removed] = REMOVED.exec(message) ?? [];
  return removed === undefined ? undefined : xstate4(file, `${removed} of xstate`);
};

/** Keys that only XState 4 has. XState 5 ignores them: without `cond`, each transition would be free. */
const OLD_KEYS = ['cond', 'predictableActionArguments', 'tsTypes', 'activities'];

/** Throws where a value that a file exports is a machine of XState 4, or a config for it. */
const assertXState5 = (value: unknown, file: string): void => {
  if (!isObject(value)) return;
  if ('__xstatenode' in value && !('implementations' in value))
    throw new Error(xstate4(file, 'its machine'));
  if (!('root' in value && 'implementations' in value)) return;
  const machine = value as unknown as AnyStateMachine;
  const configs = stateNodesOf(machine).map(({ config }) => config);
  const keys = [...configs, ...transitionsOf(machine)].flatMap((config) => Object.keys(config));
  const key = OLD_KEYS.find((old) => keys.includes(old));
  if (key !== undefined) throw new Error(xstate4(file, key));
};
