import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseSync } from 'vite';
import {
  annotationOf,
  fieldsOf,
  isNode,
  nameOf,
  nodesIn,
  type SyntaxNode,
} from '#charts/model/syntax.ts';
import { PROJECT_ROOT } from '../load-chart.ts';

const KEYWORDS: Record<string, string> = {
  TSStringKeyword: "'text'",
  TSNumberKeyword: '1',
  TSBooleanKeyword: 'true',
  TSBigIntKeyword: '1n',
  TSNullKeyword: 'null',
  TSUndefinedKeyword: 'undefined',
  TSUnknownKeyword: 'undefined',
  TSAnyKeyword: 'undefined',
  TSVoidKeyword: 'undefined',
  TSFunctionType: '() => undefined as never',
};
const CLASSES: Record<string, string> = {
  Date: 'new Date(0)',
  File: "new File([], 'file.txt')",
  Blob: 'new Blob()',
  Error: "new Error('broken')",
  Map: 'new Map()',
  ReadonlyMap: 'new Map()',
  Set: 'new Set()',
  ReadonlySet: 'new Set()',
};
/** Stands for a value without a sample: it compiles, and has to be edited. */
const UNKNOWN = 'undefined as never';
/** Maximum number of variants of one union of objects. */
const VARIANTS_MAX = 12;

/** A string as a literal in single quotes. */
export const quoted = (text: string): string =>
  /['\\\n]/.test(text) ? JSON.stringify(text) : `'${text}'`;

/** The members of a union type, or the type itself. */
export const unionOf = (node: SyntaxNode): SyntaxNode[] =>
  node.type === 'TSUnionType' ? (node['types'] as SyntaxNode[]).flatMap(unionOf) : [node];

const literalText = ({ type, value, argument, operator = '' }: SyntaxNode): string => {
  if (type === 'TemplateLiteral') return UNKNOWN;
  if (isNode(argument)) return `${operator}${argument['value']}`;
  return typeof value === 'string' ? quoted(value) : String(value);
};

const keyText = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name));

/** Pairs of field and source text as the source text of an object. */
export const objectText = (entries: (readonly [name: string, value: string])[]): string =>
  entries.length === 0
    ? '{}'
    : `{ ${entries.map(([name, value]) => `${keyText(name)}: ${value}`).join(', ')} }`;

/** The wrapped literal type of `{ $: type }`. */
const wrappedIn = (node: SyntaxNode): SyntaxNode | undefined => {
  const [only, ...others] = fieldsOf(node);
  return only?.name === '$' && others.length === 0 ? only.type : undefined;
};

/** Values of a type as source text: one of each member of a union, one of any other type. */
export const samplesOf = (node: SyntaxNode): string[] => [
  ...new Set(unionOf(node).map((member) => sampleOf(member))),
];

const firstOf = (node: unknown): string => (isNode(node) && samplesOf(node)[0]) || UNKNOWN;

const sampleOf = (node: SyntaxNode): string => {
  const { type, elementType, elementTypes, literal, typeAnnotation, typeName } = node;
  const literalType = wrappedIn(node);
  if (literalType) return firstOf(literalType);
  if (KEYWORDS[type] !== undefined) return KEYWORDS[type];
  if (isNode(literal)) return literalText(literal);
  switch (type) {
    case 'TSTypeLiteral':
      return objectText(
        fieldsOf(node)
          .filter(({ isOptional }) => !isOptional)
          .map((field) => [field.name, firstOf(field.type)]),
      );
    case 'TSArrayType':
      return (elementType as SyntaxNode).type === 'TSAnyKeyword'
        ? '[]'
        : `[${firstOf(elementType)}]`;
    case 'TSTupleType':
      return `[${(elementTypes as SyntaxNode[]).map(firstOf).join(', ')}]`;
    case 'TSTypeOperator':
    case 'TSParenthesizedType':
      return firstOf(typeAnnotation);
    case 'TSTypeReference':
      return CLASSES[nameOf(typeName)] ?? UNKNOWN;
    default:
      return UNKNOWN;
  }
};

/**
 * Objects of a type, as pairs of field and source text: for each member of the union its required
 * fields, then one field after the other with its other values, then all optional fields.
 */
export const variantsOf = (node: SyntaxNode): [name: string, value: string][][] =>
  unionOf(node)
    .flatMap((member) => {
      const fields = fieldsOf(member).map((field) => ({
        ...field,
        samples: samplesOf(field.type),
      }));
      const required = fields.filter(({ isOptional }) => !isOptional);
      const firsts = (chosen: typeof fields) =>
        chosen.map(({ name, samples }): [string, string] => [name, samples[0] ?? UNKNOWN]);
      const base = firsts(required);
      const varied = required.flatMap(({ name, samples }) =>
        samples
          .slice(1)
          .map((value) =>
            base.map((entry): [string, string] => (entry[0] === name ? [name, value] : entry)),
          ),
      );
      return [base, ...varied, ...(fields.length > required.length ? [firsts(fields)] : [])];
    })
    .slice(0, VARIANTS_MAX);

/** The resolved types of a chart; undefined for one that the compiler could not write down. */
export interface ResolvedTypes {
  events?: SyntaxNode | undefined;
  input?: SyntaxNode | undefined;
  /** The output of each actor, by the name of its source. */
  outputs?: SyntaxNode | undefined;
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

/** The types of a chart's events, input and actor outputs, resolved by the TypeScript compiler. */
export const resolveTypes = (file: string, exported: string): ResolvedTypes => {
  const text = declarationOf(file, exported);
  const constants = nodesIn(text && parseSync('probe.d.ts', text).program)
    .filter(({ type }) => type === 'VariableDeclarator')
    .map(({ id }) => id as SyntaxNode);
  return Object.fromEntries(constants.map((id) => [nameOf(id), annotationOf(id)]));
};
