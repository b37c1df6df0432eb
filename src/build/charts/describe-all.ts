import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { parseSync } from 'vite';
import { charts, linkCharts } from '#charts/model/all-charts.ts';
import { type ChartDescription, describeChart } from '#charts/model/describe-chart.ts';
import {
  argumentsOf,
  calleeOf,
  eventTypesIn,
  isNode,
  nodesIn,
  type SyntaxNode,
} from '#charts/model/syntax.ts';
import { ROOT } from '../root.ts';
import { readChartSource } from './read-chart-source.ts';

interface SourceFile {
  /** Imported project modules, each with the imported names. */
  imports: Map<string, string[]>;
  /** Event types that the file sends; parts that are only known at run time are `*`. */
  sends: string[];
  /** Exports that are derived from a chart: the chart's module by export name. */
  provides: Map<string, string>;
}

const SENDING = /^(?:send|sendBack|sendParent)$/;
const SOURCE_FILE = /\.tsx?$/;

/** The value of an initialiser: what a function returns last, since it may derive a chart from parts. */
const derivedValue = (init: SyntaxNode): unknown => {
  if (init.type !== 'ArrowFunctionExpression') return init;
  const body = init['body'] as SyntaxNode;
  if (body.type !== 'BlockStatement') return body;
  return (body['body'] as SyntaxNode[]).at(-1)?.['argument'];
};

const nameIn = (node: unknown): string => (isNode(node) ? String(node['name'] ?? '') : '');

const importsOf = (program: unknown, folder: string, root: string) => {
  const resolve = (module: string): string | undefined => {
    if (module.startsWith('#web/')) return module.replace('#web/', 'src/web/');
    if (module.startsWith('#machines/')) return module.replace('#machines/', 'machines/');
    if (!module.startsWith('.')) return undefined;
    return relative(root, join(folder, module)).split(sep).join('/');
  };
  return nodesIn(program).flatMap((node) => {
    const from = node.type === 'ImportDeclaration' ? (node['source'] as SyntaxNode) : undefined;
    const file = from && resolve(String(from['value']));
    if (!file) return [];
    return [
      { file, names: (node['specifiers'] as SyntaxNode[]).map(({ local }) => nameIn(local)) },
    ];
  });
};

const readFile = (path: string, root: string): SourceFile => {
  const { program } = parseSync(path, readFileSync(path, 'utf8'));
  const nodes = nodesIn(program);
  const imports = new Map(
    importsOf(program, dirname(path), root).map(({ file, names }) => [file, names]),
  );
  const moduleOf = new Map([...imports].flatMap(([file, names]) => names.map((n) => [n, file])));
  const provides = nodes.flatMap((node) => {
    if (node.type !== 'VariableDeclarator' || !isNode(node['init'])) return [];
    const call = derivedValue(node['init']);
    if (!isNode(call) || calleeOf(call) !== 'provide') return [];
    const provided = moduleOf.get(nameIn((call['callee'] as SyntaxNode)['object']));
    return provided ? [[nameIn(node['id']), provided] as const] : [];
  });
  return {
    imports,
    sends: nodes
      .filter((node) => SENDING.test(calleeOf(node)))
      .flatMap((node) => eventTypesIn(argumentsOf(node))),
    provides: new Map(provides),
  };
};

/**
 * Finds the browser files that send events to each chart: files that use the chart, and their imports,
 * if they call `send` with an event whose type is a literal.
 *
 * @param root the top folder of the project
 * @param eventTypes the event types of each chart, by the chart's name
 * @returns for each chart, file paths from the top folder by event type
 */
const findSenders = (
  root: string,
  eventTypes: ReadonlyMap<string, string[]>,
): Map<string, Map<string, string[]>> => {
  const paths = readdirSync(join(root, 'src/web'), { recursive: true, encoding: 'utf8' })
    .filter((path) => SOURCE_FILE.test(path))
    .map((path) => `src/web/${path.split(sep).join('/')}`)
    .sort();
  const files = new Map(paths.map((path) => [path, readFile(join(root, path), root)]));
  const chartsUsedBy = ({ imports }: SourceFile): string[] =>
    [...imports].flatMap(([file, names]) => [
      file,
      ...names.map((name) => files.get(file)?.provides.get(name) ?? ''),
    ]);

  const reachedFrom = (start: string[]): string[] => {
    const reached = new Set(start);
    for (const path of reached)
      for (const next of files.get(path)?.imports.keys() ?? []) reached.add(next);
    return [...reached].sort();
  };

  return new Map(
    [...eventTypes].map(([name, types]) => {
      const users = [...files].filter(([, file]) =>
        chartsUsedBy(file).includes(`machines/${name}.ts`),
      );
      const reached = reachedFrom(users.map(([path]) => path));
      const sendersOf = (type: string) =>
        reached.filter((path) =>
          files.get(path)?.sends.some((sent) => {
            const [before = '', after] = sent.split('*');
            return after === undefined
              ? sent === type
              : type.startsWith(before) && type.endsWith(after);
          }),
        );
      return [name, new Map(types.map((type) => [type, sendersOf(type)]))];
    }),
  );
};

/** Describes every chart of `machines/`: machine, source, senders of its events, related charts. */
export const describeAll = (): ChartDescription[] => {
  const read = charts.map(({ name, machine }) => ({
    name,
    machine,
    source: readChartSource(readFileSync(join(ROOT, 'machines', `${name}.ts`), 'utf8'), machine.id),
  }));
  const eventTypes = new Map(
    read.map(({ name, machine, source }) => [
      name,
      [...source.events.map(({ type }) => type), ...machine.events],
    ]),
  );
  const senders = findSenders(ROOT, eventTypes);
  return linkCharts(
    read.map(({ name, machine, source }) =>
      describeChart({ name, machine }, source, senders.get(name)),
    ),
  );
};
