import { fromPromise } from 'xstate';

/** A call as what a chart invokes. */
export const calling = <Output, Input>(call: (input: Input) => Promise<Output>) =>
  fromPromise<Output, Input>(({ input }) => call(input));
