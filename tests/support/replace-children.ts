import { getStateNodes } from '@xstate/graph';
import type { AnyActorLogic, AnyStateMachine, AnyStateNode } from 'xstate';

/** Every state node of a chart, its root included. */
export const nodesOf = (machine: AnyStateMachine): AnyStateNode[] => [
  machine.root,
  ...getStateNodes(machine.root),
];

/** The same chart with one logic in the place of everything that it invokes. */
export const replaceChildren = (
  machine: AnyStateMachine,
  logic: AnyActorLogic,
): AnyStateMachine => {
  const sources = nodesOf(machine).flatMap(({ invoke }) => invoke.map(({ src }) => String(src)));
  return machine.provide({
    actors: Object.fromEntries(sources.map((source) => [source, logic])),
  } as never);
};
