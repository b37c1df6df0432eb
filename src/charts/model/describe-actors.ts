import type { AnyStateMachine } from 'xstate';
import { stateNodesOf } from './chart-edges.ts';
import type { ChartSource, DeclaredActor } from './chart-source.ts';

/** An invoked or spawned actor of a chart. Types are source text. */
export interface ActorDescription {
  /** Actor id. */
  id: string;
  /** Name in `setup({ actors })`, or `inline` for inline logic. */
  src: string;
  kind: DeclaredActor['kind'] | undefined;
  /** Name of the chart, if the actor is one. */
  chart?: string | undefined;
  input?: string | undefined;
  output?: string | undefined;
  /** The events that it receives. */
  receives?: string | undefined;
  /** Ids of the states that invoke it; none for a spawned actor. */
  states: string[];
}

const isInline = (src: string) => src.startsWith('xstate.invoke.');

/** The invoked and spawned actors of a chart, in source order without duplicates. */
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
