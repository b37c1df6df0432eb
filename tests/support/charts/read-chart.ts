import { parseSync } from 'vite';
import {
  argumentsOf,
  calleeOf,
  findCharts,
  isNode,
  keyOf,
  type SyntaxNode,
} from '#charts/model/syntax.ts';

/** A chart's config as tools that parse the source see it; functions are `undefined`. */
export interface ReadConfig {
  [key: string]: unknown;
  id?: string;
  states?: Record<string, ReadConfig>;
}

/** Keys whose values are not part of the diagram and may be any expression. */
const OPAQUE_KEYS: ReadonlySet<string> = new Set(['context', 'input', 'output', 'params']);
/** Objects whose keys are names of states, events or delays. */
const NAMING_KEYS: ReadonlySet<string> = new Set(['states', 'on', 'after']);

const readProperty = (property: SyntaxNode, parent: string): [string, unknown] => {
  const { type, computed, value } = property;
  if (type !== 'Property' || computed || !isNode(value))
    throw new Error(`${type}${computed ? ' (computed)' : ''} in a chart's config`);
  const name = keyOf(property);
  const isName = NAMING_KEYS.has(parent);
  if (!isName && OPAQUE_KEYS.has(name)) return [name, undefined];
  return [name, readValue(value, isName ? `${parent}.${name}` : name)];
};

const readValue = (node: SyntaxNode, at: string): unknown => {
  if (node.type === 'Literal') return node['value'];
  if (node.type === 'ArrayExpression')
    return (node['elements'] as SyntaxNode[]).map((element) => readValue(element, at));
  if (node.type === 'ObjectExpression')
    return Object.fromEntries(
      (node['properties'] as SyntaxNode[]).map((property) => readProperty(property, at)),
    );
  throw new Error(`${node.type} at ${at}: tools that read the source drop it silently`);
};

/**
 * Reads the one `setup({…}).createMachine({…})` of a file. Throws on syntax that Stately's tools drop
 * silently: spreads, computed keys, `as const`, calls, conditional expressions, variables.
 */
export const readChart = (source: string): ReadConfig => {
  const charts = findCharts(parseSync('chart.ts', source).program).filter(({ create }) => {
    const { callee } = create;
    return isNode(callee) && isNode(callee['object']) && calleeOf(callee['object']) === 'setup';
  });
  const [config] = charts.flatMap(({ create }) => argumentsOf(create));
  if (charts.length !== 1 || !config) throw new Error(`${charts.length} charts in one file`);
  return readValue(config, 'createMachine') as ReadConfig;
};
