import { calleeOf, isNode, nodesIn, type SyntaxNode } from './syntax.ts';

/** The calls that create a chart. */
export interface ChartDefinition {
  /** `setup(…).createMachine(…)`. */
  create: SyntaxNode;
  /** `setup(…)`. */
  setup: SyntaxNode;
}

/** Every `setup(…).createMachine(…)` of a parsed file. */
export const findCharts = (program: unknown): ChartDefinition[] =>
  nodesIn(program).flatMap((create) => {
    if (calleeOf(create) !== 'createMachine') return [];
    const { callee } = create;
    const setup = isNode(callee) ? callee['object'] : undefined;
    return isNode(setup) && calleeOf(setup) === 'setup' ? [{ create, setup }] : [];
  });
