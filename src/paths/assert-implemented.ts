import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { stateNodesOf } from '#charts/model/chart-edges.ts';
import { guardNamesIn } from '#charts/model/guard-name.ts';

const transitionsOf = (node: AnyStateNode) => [
  ...(node.always ?? []),
  ...[...node.transitions.values()].flat(),
];

/** The names of delays in `after`, and in `raise` and `sendTo` that are written inline. */
const delayNames = (node: AnyStateNode): string[] => {
  const actions = [
    ...node.entry,
    ...node.exit,
    ...transitionsOf(node).flatMap((transition) => transition.actions),
  ];
  const delays = [
    ...node.after.map(({ delay }) => delay),
    ...actions.map((action: unknown) =>
      typeof action === 'function' && 'delay' in action ? action.delay : undefined,
    ),
  ];
  return delays.filter((delay) => typeof delay === 'string');
};

/**
 * Throws if a guard or a delay has a name without an implementation: XState would let an unknown
 * delay end at once. Actors and actions need none, because the path generator never runs them.
 */
export const assertImplemented = (machine: AnyStateMachine): void => {
  const { guards, delays } = machine.implementations;
  const nodes = stateNodesOf(machine);
  const missing = [
    ...[...nodes.flatMap(transitionsOf).map(({ guard }) => guard), ...Object.values(guards)]
      .flatMap(guardNamesIn)
      .filter((name) => !Object.hasOwn(guards, name))
      .map((name) => `the guard ${name}`),
    ...nodes
      .flatMap(delayNames)
      .filter((name) => !Object.hasOwn(delays, name))
      .map((name) => `the delay ${name}`),
  ];
  if (missing.length > 0)
    throw new Error(
      `${machine.id}: ${[...new Set(missing)].join(' and ')} must be implemented in setup(…) or by .provide(…)`,
    );
};
