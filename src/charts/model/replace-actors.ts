import { type AnyActorLogic, type AnyStateMachine, type AnyStateNode, StateMachine } from 'xstate';
import { guardNamesIn, stateNodesOf } from './chart-edges.ts';

/** Limit of `always` transitions per event; a chart above it never settles. */
const ITERATIONS_MAX = 10_000;

interface Config {
  invoke?: object | readonly object[];
  states?: Record<string, Config>;
}

/** Chooses the logic of an actor; `own` is undefined where the chart declares it by type only. */
type ChooseLogic = (own: unknown, name?: string) => AnyActorLogic;

const withLogic = (config: Config, choose: ChooseLogic): Config => ({
  ...config,
  ...(config.invoke && {
    // A named source keeps its name for reports; `implementations.actors` resolves it to the logic.
    invoke: [config.invoke].flat().map((invoke) => {
      const src = 'src' in invoke ? invoke.src : undefined;
      return { ...invoke, src: typeof src === 'string' ? src : choose(src) };
    }),
  }),
  ...(config.states && {
    states: Object.fromEntries(
      Object.entries(config.states).map(([key, state]) => [key, withLogic(state, choose)]),
    ),
  }),
});

const transitionsOf = (node: AnyStateNode) => [
  ...(node.always ?? []),
  ...[...node.transitions.values()].flat(),
];

const PROMISE = `returns a promise, which always counts as true. A guard must return a boolean; an
invoked actor waits for an answer`.replace('\n', ' ');

/** A guard that throws where it returns a promise, which XState would count as true. */
const withoutPromise = (guard: unknown, name = ''): unknown => {
  if (typeof guard !== 'function') return guard;
  const evaluate = (...args: unknown[]): unknown => {
    const result: unknown = guard(...args);
    if (typeof result !== 'object' || result === null || !('then' in result)) return result;
    throw new Error(`the guard ${name || guard.name || 'of this transition'} ${PROMISE}`);
  };
  // A combined guard, such as `and([…])`, has its operands beside it.
  const operands =
    'guards' in guard && Array.isArray(guard.guards)
      ? { guards: guard.guards.map((operand) => withoutPromise(operand)) }
      : {};
  return Object.defineProperty(Object.assign(evaluate, guard, operands), 'name', {
    value: guard.name,
  });
};

/**
 * The same chart with a chosen logic in place of every actor that it invokes or spawns by name, and of
 * every one that it invokes inline. An endless loop of `always` transitions throws instead of
 * blocking, and so does an async guard.
 */
export const replaceActors = (machine: AnyStateMachine, choose: ChooseLogic): AnyStateMachine => {
  const config = withLogic(machine.config as Config, choose);
  const { guards } = machine.implementations;
  const actors: Record<string, unknown> = machine.implementations.actors;
  const replaced: AnyStateMachine = new StateMachine(
    {
      ...config,
      options: { maxIterations: ITERATIONS_MAX, ...machine.config.options },
    } as never,
    {
      ...machine.implementations,
      guards: Object.fromEntries(
        Object.entries(guards).map(([name, guard]) => [name, withoutPromise(guard, name)]),
      ),
      // A chart may declare its actors by type only, so every name resolves.
      actors: new Proxy({}, { get: (_, name: string) => choose(actors[name], name) }),
    } as never,
  );
  for (const transition of stateNodesOf(replaced).flatMap(transitionsOf))
    Object.assign(transition, { guard: withoutPromise(transition.guard) });
  return replaced;
};

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
