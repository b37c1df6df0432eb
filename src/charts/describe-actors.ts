import type { AnyStateMachine } from 'xstate';
import { stateNodesOf } from './chart-edges.ts';
import type { ChartSource, DeclaredActor } from './chart-source.ts';

/** Something that a chart runs: a call, a listener, another chart. Types are source text. */
export interface ActorDescription {
  /** How the chart and its events call it. */
  id: string;
  /** Its name among the chart's actors, or `inline` for logic written where it is run. */
  src: string;
  kind: DeclaredActor['kind'] | undefined;
  /** The chart that it is; its name. */
  chart?: string | undefined;
  input?: string | undefined;
  output?: string | undefined;
  /** What it can be sent. */
  receives?: string | undefined;
  /** Ids of the states that it runs in; none where an action spawns it. */
  states: string[];
}

const isInline = (src: string) => src.startsWith('xstate.invoke.');

/** Everything that a chart invokes or spawns, each once, in the order of the source. */
export const describeActors = (
  machine: AnyStateMachine,
  source?: ChartSource,
): ActorDescription[] => {
  const found = new Map<string, ActorDescription>();
  const add = (id: string, src: string, state?: string) => {
    const declared = isInline(src) ? undefined : source?.actors[src];
    const actor = found.get(`${id} ${src}`) ?? {
      id,
      src: isInline(src) ? 'inline' : src,
      kind: declared?.kind,
      chart: declared?.module && /([^/]+)\.[jt]s$/.exec(declared.module)?.[1],
      input: declared?.input,
      output: declared?.output,
      receives: declared?.receives,
      states: [],
    };
    if (state !== undefined) actor.states.push(state);
    found.set(`${id} ${src}`, actor);
  };
  for (const node of stateNodesOf(machine))
    for (const { id, src } of node.invoke)
      add(id, typeof src === 'string' ? src : 'inline', node.id);
  for (const { call, target, id } of source?.calls ?? [])
    if (call === 'spawn' && target !== undefined) add(id ?? target, target);
  return [...found.values()];
};
