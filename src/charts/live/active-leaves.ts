import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { stateNodesOf } from '../chart-edges.ts';

/** The innermost of the active states. Asked of the chart: an id may be anything its author likes. */
export const activeLeaves = (machine: AnyStateMachine, active: readonly string[]): AnyStateNode[] =>
  stateNodesOf(machine).filter(
    ({ id, states }) => active.includes(id) && Object.keys(states).length === 0,
  );
