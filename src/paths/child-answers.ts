import type { AnyEventObject, AnyStateMachine } from 'xstate';
import { isMachine, stateNodesOf } from '#charts/model/chart-edges.ts';
import { type EdgePathOptions, plainEvents } from './path-options.ts';
import { type Effect, serializeContext } from './path-outcome.ts';

/** Configurations of a child that are explored for its outputs, and the outputs that are kept. */
const CONFIGURATIONS_MAX = 2000;
const OUTPUTS_MAX = 16;
/** Different inputs with which a child is explored, besides the listed ones. */
const INPUTS_MAX = 16;

const DONE = 'xstate.done.actor.';

/** A listed answer that the child chart does not give, with the reason. */
export interface WrongAnswer {
  event: AnyEventObject;
  reason: string;
}

interface Child {
  machine: AnyStateMachine;
  options: EdgePathOptions;
}

/** What a child ends with; without values, `reason` says why. */
interface Outputs {
  values: unknown[];
  reason: string;
}

/** Explores a chart for the outputs that it ends with, and the limit that it met. */
type SearchOutputs = (
  machine: AnyStateMachine,
  options: EdgePathOptions,
) => { outputs: unknown[]; limit: string | undefined };

/** Whether a value is an object or a list. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** The child charts that a chart invokes, by actor id: those that the options have, else its own. */
export const childrenOf = (chart: AnyStateMachine, { children = {} }: EdgePathOptions) =>
  new Map(
    stateNodesOf(chart).flatMap((node) => {
      const written = [node.config.invoke ?? []].flat();
      return node.invoke.flatMap(({ id, src }, index): [string, Child][] => {
        const { machine: listed, ...options } = children[src as string] ?? {};
        const actors: Record<string, unknown> = chart.implementations.actors;
        const machine = listed ?? actors[src as string] ?? written[index]?.src;
        if (!isMachine(machine)) return [];
        return [[id, { machine, options: { events: plainEvents(machine), ...options } }]];
      });
    }),
  );

/** Charts whose outputs are being searched; one that invokes itself would never end. */
const searched = new Set<AnyStateMachine>();
const known = new WeakMap<AnyStateMachine, Map<string, Outputs>>();

/** What a child chart can end with that starts with these inputs. */
const outputsOf = (
  search: SearchOutputs,
  { machine, options }: Child,
  inputs: unknown[],
): Outputs => {
  const key = serializeContext([inputs, options.events]);
  const ofMachine = known.get(machine) ?? new Map<string, Outputs>();
  known.set(machine, ofMachine);
  const existing = ofMachine.get(key);
  if (existing) return existing;
  if (searched.has(machine)) return { values: [], reason: `${machine.id} invokes itself` };
  searched.add(machine);
  let outputs: Outputs;
  try {
    const limits = { configurations: CONFIGURATIONS_MAX };
    const found = search(machine, { ...options, inputs, limits });
    const values = new Map(found.outputs.map((value) => [serializeContext(value), value])).values();
    outputs = { values: [...values], reason: found.limit ?? `${machine.id} never ends so` };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    outputs = { values: [], reason: `list it, because ${reason}` };
  } finally {
    searched.delete(machine);
  }
  ofMachine.set(key, outputs);
  return outputs;
};

/** The texts, objects and lists inside a value: what a child may only pass on. */
const partsOf = (value: unknown, depth = 0): string[] => {
  if (typeof value === 'string') return [serializeContext(value)];
  if (!isObject(value) || depth > 4) return [];
  const inner = Object.values(value).flatMap((part) => partsOf(part, depth + 1));
  return [serializeContext({ value }), ...inner];
};

/**
 * Whether a listed output has the form of a derived one: the same keys, types, booleans, and texts of
 * the chart. Numbers, and what the child only passes on from its events and inputs, may differ.
 */
const isLike = (listed: unknown, derived: unknown, passedOn: Set<string>): boolean => {
  if (typeof listed !== typeof derived) return false;
  if (typeof derived === 'number') return true;
  if (typeof derived === 'string')
    return listed === derived || passedOn.has(serializeContext(derived));
  if (!isObject(listed) || !isObject(derived)) return Object.is(listed, derived);
  if (passedOn.has(serializeContext({ value: derived }))) return true;
  if (Array.isArray(derived)) return Array.isArray(listed);
  return [...new Set([...Object.keys(listed), ...Object.keys(derived)])].every((key) =>
    isLike(listed[key], derived[key], passedOn),
  );
};

/** A child chart that the search has started, with the sets of inputs that it may get. */
interface Started {
  child: Child;
  inputs: unknown[][];
}

/** What the child ends with, computed for one set of inputs after the other. */
function* endingsOf(search: SearchOutputs, { child, inputs }: Started): Generator<Outputs> {
  for (const some of inputs.slice(0, INPUTS_MAX)) yield outputsOf(search, child, some);
  if (inputs.length > INPUTS_MAX)
    yield { values: [], reason: `not found for the first ${INPUTS_MAX} inputs` };
}

/** Derives the answers of child charts that the options do not list, and checks those they do. */
export const createChildAnswers = (
  chart: AnyStateMachine,
  options: EdgePathOptions,
  search: SearchOutputs,
) => {
  const children = childrenOf(chart, options);
  const listed = new Set(options.events.map(({ type }) => type));
  const started = new Map<string, Started>();
  const derived = new Set<string>();
  const isNew = (value: unknown): boolean =>
    derived.size < derived.add(serializeContext(value)).size;

  const reasonFor = (type: string): string | undefined => {
    const child = started.get(type);
    return child && [...endingsOf(search, child)].at(-1)?.reason;
  };

  const isGiven = ({ type, output }: AnyEventObject): boolean => {
    const asked = started.get(type);
    if (!asked) return true;
    const payloads = asked.child.options.events.map(({ type: _, ...payload }) => payload);
    const passedOn = new Set([...asked.inputs, payloads].flatMap((value) => partsOf(value)));
    for (const { values } of endingsOf(search, asked))
      if (values.some((value) => isLike(output, value, passedOn))) return true;
    return false;
  };

  return {
    /** Events that become possible, because these effects start a child chart. */
    eventsAfter: (effects: Effect[]): AnyEventObject[] =>
      effects.flatMap((effect) => {
        const child = effect.kind === 'runs' && children.get(effect.id ?? '');
        if (!child) return [];
        const type = `${DONE}${effect.id}`;
        const { inputs } = child.options;
        const start = started.get(type) ?? { child, inputs: inputs ? [inputs] : [] };
        started.set(type, start);
        if (!isNew([type, effect.input])) return [];
        start.inputs.push([effect.input]);
        if (listed.has(type)) return [];
        return [...endingsOf(search, start)]
          .flatMap(({ values }) => values.slice(0, OUTPUTS_MAX))
          .map((output) => ({ type, output }))
          .filter(isNew);
      }),
    /** Why the child chart of an answer gives none; undefined where no such child was started. */
    reasonFor,
    wrong: (): WrongAnswer[] =>
      options.events
        .filter((event) => !isGiven(event))
        .map((event) => ({ event, reason: reasonFor(event.type) ?? '' })),
  };
};
