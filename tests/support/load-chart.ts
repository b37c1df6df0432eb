import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Plugin, runnerImport } from 'vite';
import type { AnyStateMachine } from 'xstate';
import { ROOT } from '#build/root.ts';
import { stateNodesOf } from '#charts/chart-edges.ts';
import type { EdgePathOptions } from './chart-map.ts';

/** A chart with what can happen to it. */
export interface KnownChart {
  name: string;
  machine: AnyStateMachine;
  options: EdgePathOptions;
}

/** So that a chart also loads from a folder that has no packages of its own. */
const ourXState: Plugin = {
  name: 'our-xstate',
  enforce: 'pre',
  resolveId: (source) =>
    source === 'xstate' ? join(ROOT, 'node_modules', 'xstate', 'dist', 'xstate.esm.js') : undefined,
};

const isMachine = (value: unknown): value is AnyStateMachine =>
  typeof value === 'object' && value !== null && 'root' in value && 'implementations' in value;

/** One event without payload for everything that the chart names and that somebody may send. */
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
 * Reads the charts that a file exports. What can happen to them comes from a JSON file (a list of
 * events, or `{ events, input | inputs }`), else from an export `options`, else from the chart
 * itself: every event that it names, without payload.
 */
export const loadCharts = async (file: string, eventsFile?: string): Promise<KnownChart[]> => {
  const { module } = await runnerImport<Record<string, unknown>>(resolve(file), {
    configFile: false,
    logLevel: 'error',
    plugins: [ourXState],
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
