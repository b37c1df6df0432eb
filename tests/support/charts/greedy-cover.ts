import { getAdjacencyMap, getShortestPaths } from '@xstate/graph';
import type { AnyEventObject, AnyStateMachine } from 'xstate';
import { createTransitions } from '#paths/chart-transitions.ts';
import { type EdgePathOptions, inputsOf, withFrozenClock } from '#paths/path-options.ts';
import { toLogic } from '#paths/to-logic.ts';

/** A path of @xstate/graph, by what an edge cover compares. */
interface Candidate {
  events: AnyEventObject[];
  edges: Set<string>;
}

const isInit = ({ type }: AnyEventObject): boolean => type === 'xstate.init';

/** Takes the candidate with the most uncovered edges until none adds one. */
const coverWith = (candidates: Candidate[]): Candidate[] => {
  const covered = new Set<string>();
  const chosen: Candidate[] = [];
  const gainOf = ({ edges }: Candidate) => [...edges].filter((edge) => !covered.has(edge)).length;
  for (;;) {
    let best: { candidate: Candidate; gain: number } | undefined;
    for (const candidate of candidates) {
      const gain = gainOf(candidate);
      if (gain > (best?.gain ?? 0)) best = { candidate, gain };
    }
    if (!best) return chosen;
    chosen.push(best.candidate);
    for (const edge of best.candidate.edges) covered.add(edge);
  }
};

/**
 * A greedy edge cover over getShortestPaths: the shortest path to each state, extended by each event
 * of the adjacency map there. It is the baseline that `edgePaths` is compared with.
 */
export const greedyCover = (machine: AnyStateMachine, options: EdgePathOptions): Candidate[] => {
  const { logic, traversal } = toLogic(machine, options);
  const { isPossible = () => true } = options;
  const { startWith } = createTransitions(machine);
  const candidates = inputsOf(options).flatMap((input): Candidate[] => {
    const forInput = traversal(input);
    const adjacency = getAdjacencyMap(logic, forInput);
    const origin = withFrozenClock(() => startWith(input));
    const replay = (events: AnyEventObject[]): Candidate =>
      withFrozenClock(() => {
        let { snapshot } = origin.first;
        const edges = new Set(origin.first.edges);
        for (const event of events) {
          if (!isPossible(snapshot, event) || origin.enabledEdges(snapshot, event).length === 0)
            break;
          const result = origin.take(snapshot, event);
          for (const edge of result.edges) edges.add(edge);
          ({ snapshot } = result);
        }
        return { events, edges };
      });
    return getShortestPaths(logic, forInput).flatMap(({ state, steps }) => {
      const events = steps.map(({ event }) => event).filter((event) => !isInit(event));
      const { transitions = {} } =
        adjacency[forInput.serializeState(state) as keyof typeof adjacency] ?? {};
      const next = Object.values(transitions).map(({ event }) => [...events, event]);
      return [events, ...next].map(replay);
    });
  });
  return coverWith(candidates);
};
