import type { AnyStateMachine } from 'xstate';

/** A chart and the name of its file. */
export interface Chart {
  /** File name without extension, such as `sign-up`. */
  name: string;
  machine: AnyStateMachine;
}

const modules = import.meta.glob<Record<string, unknown>>('../../../machines/*.ts', {
  eager: true,
});

const isMachine = (value: unknown): value is AnyStateMachine =>
  typeof value === 'object' && value !== null && 'root' in value;

/** Every chart of `machines/`, by name. */
export const charts: Chart[] = Object.entries(modules).flatMap(([file, exported]) =>
  Object.values(exported)
    .filter(isMachine)
    .map((machine) => ({ name: file.replace(/^.*\/|\.ts$/g, ''), machine })),
);
