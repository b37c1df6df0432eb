import { type CallName, type Calls, callNames, calls } from './all-calls.ts';

/** The path of every call as a Fastify route pattern. */
export const paths = Object.fromEntries(callNames.map((name) => [name, calls[name].path])) as {
  [Name in CallName]: Calls[Name]['path'];
};
