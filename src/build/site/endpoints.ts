import type { Plugin } from 'vite';
import { endpoints } from '#contract/endpoints.ts';

/** Replaces `src/contract/endpoints.ts` by its value, so that the table of calls stays on the server. */
export const endpointValues = (): Plugin => ({
  name: 'endpoint-values',
  load: {
    filter: { id: /\/src\/contract\/endpoints\.ts$/ },
    handler: () => `export const endpoints = ${JSON.stringify(endpoints)};`,
  },
});
