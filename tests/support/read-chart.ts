import { parseSync } from 'vite';

/** A chart's config as the tools that read source text see it; functions are `undefined`. */
export interface ReadConfig {
  [key: string]: unknown;
  id?: string;
  states?: Record<string, ReadConfig>;
}

interface Node {
  type: string;
  [key: string]: unknown;
}

/** What can't be drawn may only stand where nothing is drawn. */
const OPAQUE_KEYS: ReadonlySet<string> = new Set(['context', 'input', 'output', 'params']);

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;

const findCalls = (node: unknown, method: string): Node[] => {
  if (Array.isArray(node)) return node.flatMap((child) => findCalls(child, method));
  if (!isNode(node)) return [];
  const { callee } = node;
  const isCall =
    isNode(callee) &&
    callee.type === 'MemberExpression' &&
    isNode(callee['property']) &&
    callee['property']['name'] === method;
  const inside = Object.values(node).flatMap((child) => findCalls(child, method));
  return isCall ? [node, ...inside] : inside;
};

const readProperty = (property: Node): [string, unknown] => {
  const { type, computed, key, value } = property;
  if (type !== 'Property' || computed || !isNode(key) || !isNode(value))
    throw new Error(`${type}${computed ? ' (computed)' : ''} in a chart's config`);
  const name = String(key['name'] ?? key['value']);
  return [name, OPAQUE_KEYS.has(name) ? undefined : readValue(value, name)];
};

const readValue = (node: Node, at: string): unknown => {
  if (node.type === 'Literal') return node['value'];
  if (node.type === 'ArrayExpression')
    return (node['elements'] as Node[]).map((element) => readValue(element, at));
  if (node.type === 'ObjectExpression')
    return Object.fromEntries((node['properties'] as Node[]).map(readProperty));
  throw new Error(`${node.type} at ${at}: tools that read the source drop it silently`);
};

/**
 * Reads the one `setup({…}).createMachine({…})` of a file. Throws on whatever Stately's tools would
 * drop without a word: spreads, computed keys, `as const`, calls, conditions, names of variables.
 */
export const readChart = (source: string): ReadConfig => {
  const calls = findCalls(parseSync('chart.ts', source).program, 'createMachine');
  const [config] = (calls[0]?.['arguments'] ?? []) as Node[];
  if (calls.length !== 1 || !config) throw new Error(`${calls.length} charts in one file`);
  return readValue(config, 'createMachine') as ReadConfig;
};
