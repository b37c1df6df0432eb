import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseSync } from 'vite';
import { PROJECT_ROOT } from '../load-chart.ts';
import type { TypeNode } from './sample-values.ts';

/** The resolved types of a chart; undefined for one that the compiler could not write down. */
export interface ResolvedTypes {
  events?: TypeNode | undefined;
  input?: TypeNode | undefined;
  /** The output of each actor, by the name of its source. */
  outputs?: TypeNode | undefined;
}

const XSTATE_TYPES = join(
  dirname(createRequire(import.meta.url).resolve('xstate')),
  'xstate.cjs.d.ts',
);
const TSC = join(PROJECT_ROOT, 'node_modules', 'typescript', 'lib', 'tsc.js');

const COMPILER_OPTIONS = {
  target: 'ES2023',
  lib: ['ES2024', 'DOM', 'DOM.Iterable'],
  module: 'ESNext',
  moduleResolution: 'bundler',
  strict: true,
  skipLibCheck: true,
  allowJs: true,
  allowImportingTsExtensions: true,
  declaration: true,
  emitDeclarationOnly: true,
  noErrorTruncation: true,
  rootDir: '/',
  outDir: 'out',
  types: [],
  paths: { xstate: [XSTATE_TYPES] },
};

/**
 * A module whose declaration file has the chart's types with every alias resolved. A literal is
 * wrapped as `{ $: 'text' }`, because the compiler writes a union of plain literals by its name.
 */
const probeOf = (file: string, exported: string): string => `
import type { EventFrom, InputFrom, OutputFrom, StateMachine } from 'xstate';
import type * as module from ${JSON.stringify(file)};
type Machine = (typeof module)[${JSON.stringify(exported)}];
type Opaque = Date | Blob | Error | ReadonlyMap<unknown, unknown> | ReadonlySet<unknown>
  | ((...args: never) => unknown);
type Plain<T> = 0 extends 1 & T ? unknown : T extends Opaque ? T
  : T extends string | number | boolean | bigint ? { $: T }
  : T extends object ? (T extends infer O ? { [K in keyof O]: Plain<O[K]> } : never) : T;
type Actors<M> = M extends StateMachine<any, any, any, infer A,
  any, any, any, any, any, any, any, any, any, any> ? A : never;
declare const read: <T>() => Plain<T>;
export const events = read<EventFrom<Machine>>();
export const input = read<InputFrom<Machine>>();
export const outputs = read<{ [A in Actors<Machine> as A['src']]: OutputFrom<A['logic']> }>();
`;

/** Lets the compiler write the declaration file of the probe; its text, or undefined. */
const declarationOf = (file: string, exported: string): string | undefined => {
  const folder = mkdtempSync(join(tmpdir(), 'chart-types-'));
  try {
    writeFileSync(join(folder, 'probe.ts'), probeOf(file, exported));
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: COMPILER_OPTIONS, files: ['probe.ts'] }),
    );
    spawnSync(process.execPath, [TSC, '-p', folder]);
    const written = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const declaration = written.find((path) => path.endsWith('probe.d.ts'));
    return declaration && readFileSync(join(folder, declaration), 'utf8');
  } finally {
    rmSync(folder, { recursive: true });
  }
};

interface Declared {
  type: string;
  declaration?: {
    declarations?: { id: { name: string; typeAnnotation: { typeAnnotation: TypeNode } } }[];
  };
}

/** The types of a chart's events, input and actor outputs, resolved by the TypeScript compiler. */
export const resolveTypes = (file: string, exported: string): ResolvedTypes => {
  const text = declarationOf(file, exported);
  if (text === undefined) return {};
  const { body } = parseSync('probe.d.ts', text).program as unknown as { body: Declared[] };
  const constants = body.flatMap(({ declaration }) => declaration?.declarations ?? []);
  return Object.fromEntries(constants.map(({ id }) => [id.name, id.typeAnnotation.typeAnnotation]));
};
