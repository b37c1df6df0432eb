import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { stateNodesOf } from '#charts/model/chart-edges.ts';

/** The active states without child states. An id says nothing about its depth: charts may set ids. */
export const activeLeaves = (machine: AnyStateMachine, active: readonly string[]): AnyStateNode[] =>
  stateNodesOf(machine).filter(
    ({ id, states }) => active.includes(id) && Object.keys(states).length === 0,
  );
