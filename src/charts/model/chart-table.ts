import type { AnyStateMachine, AnyStateNode } from 'xstate';
import type { ChartTable } from '#contract/funnel.ts';
import { stateNodesOf, transitionsOf, versionOf } from '#machines/rules/edges.ts';
import { edgeName, statePath } from './state-paths.ts';

const withinOf = (node: AnyStateNode): AnyStateNode[] => [
  node,
  ...Object.values(node.states).flatMap(withinOf),
];

const ancestorsOf = ({ parent }: AnyStateNode): AnyStateNode[] =>
  parent ? [parent, ...ancestorsOf(parent)] : [];

/** The state and what is entered with it: first states, all regions; all within the parent of a history state. */
const entered = (node: AnyStateNode): AnyStateNode[] => {
  if (node.type === 'history') return withinOf(node.parent ?? node);
  const inner = node.type === 'compound' ? (node.initial.target ?? []) : Object.values(node.states);
  return [node, ...inner.flatMap(entered)];
};

/** The states that a transition to a target may enter: the regions beside it too. */
const enteredBy = (target: AnyStateNode): AnyStateNode[] => [
  ...entered(target),
  ...ancestorsOf(target).flatMap((node) => (node.type === 'parallel' ? entered(node) : [node])),
];

/**
 * The table by which the server judges beacons and names what it has counted.
 *
 * @param names ids of all charts: a state that invokes one of them hosts it
 */
export const tableOf = (machine: AnyStateMachine, names: ReadonlySet<string>): ChartTable => {
  const nodes = stateNodesOf(machine);
  const numbers = (of: readonly AnyStateNode[]) => [
    ...new Set(of.map((node) => nodes.indexOf(node))),
  ];
  return {
    chart: machine.id,
    version: versionOf(machine),
    states: nodes.map(statePath),
    initial: numbers(entered(machine.root)),
    final: numbers(nodes.filter(({ type, parent }) => type === 'final' && !parent?.parent)),
    hosting: numbers(
      nodes.filter(({ invoke }) => invoke.some(({ src }) => names.has(String(src)))),
    ),
    edges: transitionsOf(machine).map((edge) => ({
      id: edgeName(edge),
      source: nodes.indexOf(edge.source),
      enters: numbers((edge.target ?? []).flatMap(enteredBy)),
    })),
  };
};
