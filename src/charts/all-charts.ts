import type { AnyStateMachine } from 'xstate';

/** A chart and the file that it stands in. */
export interface Chart {
  /** The file's name without its ending, such as `sign-up`: how people call the chart. */
  name: string;
  machine: AnyStateMachine;
}

const modules = import.meta.glob<Record<string, unknown>>('../../machines/*.ts', { eager: true });

const isMachine = (value: unknown): value is AnyStateMachine =>
  typeof value === 'object' && value !== null && 'root' in value;

/** Every chart of `machines/`, by name. */
export const charts: Chart[] = Object.entries(modules).flatMap(([file, exported]) =>
  Object.values(exported)
    .filter(isMachine)
    .map((machine) => ({ name: file.replace(/^.*\/|\.ts$/g, ''), machine })),
);
