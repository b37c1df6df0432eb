import type { AnyActorLogic, AnyStateMachine } from 'xstate';
import { stateNodesOf } from '#charts/chart-edges.ts';

/** The same chart with one logic in the place of everything that it invokes. */
export const replaceChildren = (
  machine: AnyStateMachine,
  logic: AnyActorLogic,
): AnyStateMachine => {
  const sources = stateNodesOf(machine).flatMap(({ invoke }) =>
    invoke.map(({ src }) => String(src)),
  );
  return machine.provide({
    actors: Object.fromEntries(sources.map((source) => [source, logic])),
  } as never);
};
