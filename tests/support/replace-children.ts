import { type AnyActorLogic, type AnyStateMachine, StateMachine } from 'xstate';

/** More steps without an event than any chart takes that comes to rest. */
const STEPS_TO_REST_MAX = 10_000;

interface Config {
  invoke?: object | readonly object[];
  states?: Record<string, Config>;
}

const withLogic = (config: Config, src: AnyActorLogic): Config => ({
  ...config,
  ...(config.invoke && {
    // A name stays, so that it can be told; it stands for the logic all the same.
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
 * The same chart with one logic in the place of everything that it invokes or spawns, whether by
 * name or not. Where it goes round without an event for ever, it says so instead of hanging.
 */
export const replaceChildren = (
  machine: AnyStateMachine,
  logic: AnyActorLogic,
): AnyStateMachine => {
  const config = withLogic(machine.config as Config, logic);
  return new StateMachine(
    {
      ...config,
      options: { maxIterations: STEPS_TO_REST_MAX, ...machine.config.options },
    } as never,
    {
      ...machine.implementations,
      // Whatever name is asked for: a chart may declare its actors by type alone.
      actors: new Proxy({}, { get: () => logic }),
    } as never,
  );
};
