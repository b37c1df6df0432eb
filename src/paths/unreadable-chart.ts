import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AnyStateMachine } from 'xstate';
import { stateNodesOf } from '#charts/model/chart-edges.ts';

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
export const unreadableReason = (file: string, error?: unknown): string | undefined => {
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

/** The first such key of a state or of one of its transitions. */
const oldKeyIn = (machine: AnyStateMachine): string | undefined => {
  const configs = stateNodesOf(machine).flatMap(({ config }) => [
    config,
    ...[config.on ?? {}, config.after ?? {}].flatMap(Object.values),
    config.always,
    config.onDone,
    ...[config.invoke ?? []].flat().flatMap(({ onDone, onError }) => [onDone, onError]),
  ]);
  const keys = configs.flat().flatMap((config) => (isObject(config) ? Object.keys(config) : []));
  return OLD_KEYS.find((key) => keys.includes(key));
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Throws where a value that a file exports is a machine of XState 4, or a config for it. */
export const assertXState5 = (value: unknown, file: string): void => {
  if (!isObject(value)) return;
  if ('__xstatenode' in value && !('implementations' in value))
    throw new Error(xstate4(file, 'its machine'));
  if (!('root' in value && 'implementations' in value)) return;
  const key = oldKeyIn(value as unknown as AnyStateMachine);
  if (key !== undefined) throw new Error(xstate4(file, key));
};
