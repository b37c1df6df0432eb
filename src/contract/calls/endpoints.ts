import { type CallName, callNames, callOf, type Endpoint } from './all-calls.ts';

/**
 * Method and path of every call. The build replaces this module by its value (`src/build/site/plugins.ts`),
 * so that the browser loads no schemas.
 */
export const endpoints = Object.fromEntries(
  callNames.map((name): [CallName, Endpoint] => {
    const { method, path, hasEffect } = callOf(name);
    return [name, hasEffect ? [method, path, hasEffect] : [method, path]];
  }),
) as Record<CallName, Endpoint>;
