import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { type Plugin, runnerImport } from 'vite';
import type { AnyStateMachine } from 'xstate';
import { stateNodesOf } from '#charts/model/chart-edges.ts';
import type { EdgePathOptions } from './path-options.ts';

/** A chart with the events and inputs of its paths. */
export interface ChartWithOptions {
  name: string;
  machine: AnyStateMachine;
  options: EdgePathOptions;
}

const XSTATE_FOLDER = dirname(createRequire(import.meta.url).resolve('xstate'));

/** Resolves `xstate` for a chart in a folder without node_modules. */
const resolveXState: Plugin = {
  name: 'resolve-xstate',
  enforce: 'pre',
  resolveId: (source) => (source === 'xstate' ? join(XSTATE_FOLDER, 'xstate.esm.js') : undefined),
};

const isMachine = (value: unknown): value is AnyStateMachine =>
  typeof value === 'object' && value !== null && 'root' in value && 'implementations' in value;

/** One event without payload per event type of the chart, without XState's own and wildcards. */
const plainEvents = (machine: AnyStateMachine): EdgePathOptions => {
  const types = stateNodesOf(machine).flatMap((node) => [...node.transitions.keys()]);
  const isSent = (type: string) => !type.startsWith('xstate.') && !type.endsWith('*');
  return { events: [...new Set(types.filter(isSent))].map((type) => ({ type })) };
};

const readOptions = (file: string): EdgePathOptions => {
  const read: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const options = Array.isArray(read) ? { events: read } : (read as EdgePathOptions);
  if (!Array.isArray(options.events)) throw new Error(`${file} has no list of events`);
  return options;
};

/**
 * Loads the charts that a file exports. Their options come from a JSON file (a list of events, or
 * `{ events, input | inputs }`), else from the file's export `options`, else from the chart: each of
 * its event types without payload. Throws if the file exports no chart.
 */
export const loadCharts = async (
  file: string,
  eventsFile?: string,
): Promise<ChartWithOptions[]> => {
  const { module } = await runnerImport<Record<string, unknown>>(resolve(file), {
    configFile: false,
    logLevel: 'error',
    plugins: [resolveXState],
  });
  const machines = Object.values(module).filter(isMachine);
  if (machines.length === 0) throw new Error(`${file} exports no chart`);
  const given = eventsFile ? readOptions(eventsFile) : (module['options'] as EdgePathOptions);
  return machines.map((machine) => ({
    name: machine.id,
    machine,
    options: given ?? plainEvents(machine),
  }));
};
