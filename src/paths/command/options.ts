import type { parseArgs } from 'node:util';
import type { SearchLimits } from '../path-options.ts';

/** The options of the command, as `parseArgs` takes them. */
export const OPTIONS = {
  approve: { type: 'boolean' },
  configurations: { type: 'string' },
  coverage: { type: 'boolean' },
  events: { type: 'string' },
  'events-from': { type: 'string' },
  export: { type: 'string' },
  json: { type: 'boolean' },
  megabytes: { type: 'string' },
  pairs: { type: 'boolean' },
  seconds: { type: 'string' },
  strict: { type: 'boolean' },
  template: { type: 'boolean' },
  to: { type: 'string' },
} as const;

/** The words of the command, and what its worker reports. */
export interface PathsArguments {
  values: ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'];
  positionals: string[];
  /** The limits that flags give. */
  limits?: Partial<SearchLimits>;
  /** Is called with the limits of flags and options, before the search begins. */
  onLimits?: (limits: SearchLimits) => void;
}
