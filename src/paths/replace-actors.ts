import { type AnyActorLogic, type AnyStateMachine, StateMachine } from 'xstate';

/** Limit of `always` transitions per event; a chart above it never settles. */
const ITERATIONS_MAX = 10_000;

interface Config {
  invoke?: object | readonly object[];
  states?: Record<string, Config>;
}

const withLogic = (config: Config, src: AnyActorLogic): Config => ({
  ...config,
  ...(config.invoke && {
    // A named source keeps its name for reports; `implementations.actors` resolves it to the logic.
    invoke: [config.invoke].flat().map((invoke) => ({
      ...invoke,
      src: 'src' in invoke && typeof invoke.src === 'string' ? invoke.src : src,
    })),
  }),
  ...(config.states && {
    states: Object.fromEntries(
      Object.entries(config.states).map(([key, state]) => [key, withLogic(state, src)]),
    ),
  }),
});

/**
 * The same chart with one logic in place of every actor that it invokes or spawns, named or inline.
 * An endless loop of `always` transitions throws instead of blocking.
 */
export const replaceActors = (machine: AnyStateMachine, logic: AnyActorLogic): AnyStateMachine => {
  const config = withLogic(machine.config as Config, logic);
  return new StateMachine(
    {
      ...config,
      options: { maxIterations: ITERATIONS_MAX, ...machine.config.options },
    } as never,
    {
      ...machine.implementations,
      // A chart may declare its actors by type only, so every name resolves.
      actors: new Proxy({}, { get: () => logic }),
    } as never,
  );
};
