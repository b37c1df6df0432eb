import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { ancestorsOf } from '#charts/model/chart-edges.ts';
import { edgeName, statePath } from '#charts/model/state-paths.ts';
import type { ChartTable } from '#contract/funnel.ts';
import { stateNodesOf, transitionsOf, versionOf } from '#machines/rules/edges.ts';

/** The state and what is entered with it: first states, all regions; all within the parent of a history state. */
const entered = (node: AnyStateNode): AnyStateNode[] => {
  if (node.type === 'history') return stateNodesOf({ root: node.parent ?? node });
  const inner = node.type === 'compound' ? (node.initial.target ?? []) : Object.values(node.states);
  return [node, ...inner.flatMap(entered)];
};

/** The states that a transition to a target may enter: the regions beside it too. */
const enteredBy = (target: AnyStateNode): AnyStateNode[] => [
  ...entered(target),
  ...ancestorsOf(target).flatMap((node) => (node.type === 'parallel' ? entered(node) : [node])),
];

/** How a report reads the counts of a chart. */
interface Flow {
  /** Key of the final state with which it has done what it is for. */
  goal: string;
  /** Path of the region that says where somebody stopped, of a chart with several. */
  region?: string;
}

/** The charts that are steps of a way, in the order of the ways. */
export const FLOWS: Record<string, Flow> = {
  signUp: { goal: 'leaving' },
  emailVerification: { goal: 'started', region: 'open.address' },
  otp: { goal: 'verified', region: 'open.entry' },
  wizard: { goal: 'finished' },
  companyStep: { goal: 'next' },
  personStep: { goal: 'next', region: 'open.person' },
  accountCreation: { goal: 'complete' },
  profileStep: { goal: 'next' },
  login: { goal: 'leaving', region: 'open.mode' },
  loginCompletion: { goal: 'complete' },
  passkeyRegistration: { goal: 'registered' },
  forgotPassword: { goal: 'verified' },
  resetPassword: { goal: 'changed' },
  demoRequest: { goal: 'succeeded' },
};

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
  const { goal, region } = FLOWS[machine.id] ?? {};
  const place = Object.keys(FLOWS).indexOf(machine.id);
  const ends = nodes.filter(({ type, parent }) => type === 'final' && parent === machine.root);
  return {
    chart: machine.id,
    version: versionOf(machine),
    states: nodes.map(statePath),
    parallel: numbers(nodes.filter(({ type }) => type === 'parallel')),
    initial: numbers(entered(machine.root)),
    final: numbers(ends),
    goals: numbers(ends.filter(({ key }) => goal === undefined || key === goal)),
    ...(place >= 0 && { place }),
    ...(region !== undefined && { region }),
    hosting: numbers(
      nodes.filter(({ invoke }) => invoke.some(({ src }) => names.has(String(src)))),
    ),
    edges: transitionsOf(machine).map((edge) => ({
      id: edgeName(edge),
      source: nodes.indexOf(edge.source),
      targets: (edge.target ?? []).map(statePath),
      enters: numbers((edge.target ?? []).flatMap(enteredBy)),
    })),
  };
};
