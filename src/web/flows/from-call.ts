import { fromPromise } from 'xstate';

/** Promise actor logic that runs an API call with the actor's input. */
export const fromCall = <Output, Input>(call: (input: Input) => Promise<Output>) =>
  fromPromise<Output, Input>(({ input }) => call(input));
