import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { chartDocFiles, writeChartsJson } from '#charts/chart-docs/chart-doc-files.ts';
import { charts, linkCharts } from '#charts/model/all-charts.ts';
import { type ChartDescription, describeChart } from '#charts/model/describe-chart.ts';
import {
  argumentsOf,
  calleeOf,
  eventTypesIn,
  isNode,
  nameOf,
  nodesIn,
  type SyntaxNode,
} from '#charts/model/syntax.ts';
import { ROOT } from '../root.ts';
import { projectModules } from './project-modules.ts';
import { readChartSource } from './read-chart-source.ts';

const SENDING = /^(?:send|sendBack|sendParent)$/;
const SOURCE_FILE = /\.tsx?$/;

/** The value of an initialiser: what a function returns last, since it may derive a chart from parts. */
const derivedValue = (init: SyntaxNode): unknown => {
  if (init.type !== 'ArrowFunctionExpression') return init;
  const body = init['body'] as SyntaxNode;
  if (body.type !== 'BlockStatement') return body;
  return (body['body'] as SyntaxNode[]).at(-1)?.['argument'];
};

/** The event types that a file sends; parts that are only known at run time are `*`. */
const sentIn = (program: unknown): string[] =>
  nodesIn(program)
    .filter((node) => SENDING.test(calleeOf(node)))
    .flatMap((node) => eventTypesIn(argumentsOf(node)));

const isSentAs = (type: string) => (sent: string) => {
  const [before = '', after] = sent.split('*');
  return after === undefined ? sent === type : type.startsWith(before) && type.endsWith(after);
};

/**
 * Finds the browser files that send events to a chart: files that use the chart, and their imports,
 * if they call `send` with an event whose type is a literal. Paths are from the top folder.
 */
const senderSearch = () => {
  const { module, resolve } = projectModules(ROOT);
  const files = readdirSync(join(ROOT, 'src/web'), { recursive: true, encoding: 'utf8' })
    .filter((path) => SOURCE_FILE.test(path))
    .map((path) => `src/web/${path.split(sep).join('/')}`);
  const sends = new Map(files.map((file) => [file, sentIn(module(file).program)]));
  const importsOf = (file: string): (string | undefined)[] =>
    sends.has(file) ? [...module(file).imported].map((name) => resolve(name, file)) : [];
  /** The file of the chart from which an export of a browser file is derived. */
  const derivedFrom = (file: string, name: string): string | undefined => {
    const value = sends.has(file) ? module(file).values.get(name) : undefined;
    const call = value && derivedValue(value);
    if (!isNode(call) || calleeOf(call) !== 'provide') return undefined;
    const from = module(file).imports.get(nameOf((call['callee'] as SyntaxNode)['object']))?.from;
    return from && resolve(from, file);
  };
  const chartsUsedBy = (file: string): (string | undefined)[] => [
    ...importsOf(file),
    ...[...module(file).imports.values()].map(({ from, name }) =>
      derivedFrom(resolve(from, file) ?? '', name),
    ),
  ];
  return (chart: string) => {
    const reached = new Set(
      files.filter((file) => chartsUsedBy(file).includes(`machines/${chart}.ts`)),
    );
    for (const file of reached)
      for (const next of importsOf(file)) if (next && sends.has(next)) reached.add(next);
    const sorted = [...reached].sort();
    return (type: string): string[] =>
      sorted.filter((file) => sends.get(file)?.some(isSentAs(type)));
  };
};

/** Describes every chart of `machines/`: machine, source, senders of its events, related charts. */
export const describeAll = (): ChartDescription[] => {
  const filesSendingTo = senderSearch();
  return linkCharts(
    charts.map(({ name, machine }) =>
      describeChart(
        { name, machine },
        readChartSource(readFileSync(join(ROOT, 'machines', `${name}.ts`), 'utf8'), machine.id),
        filesSendingTo(name),
      ),
    ),
  );
};

/** Definition and description of every chart. */
export const chartsAsJson = (): string => writeChartsJson(charts, describeAll());

/** Writes machines/README.md and the pages of machines/chart-docs; returns what it did. */
export const writeChartDocs = async (): Promise<string> => {
  const folder = join(ROOT, 'machines', 'chart-docs');
  const files = await chartDocFiles(describeAll(), charts);
  // The folder is emptied, so that the page of a removed chart does not stay.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [file, text] of files) writeFileSync(join(ROOT, 'machines', file), text);
  return `${charts.length} charts in ${folder}`;
};
