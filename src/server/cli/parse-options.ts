import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UsageError } from './command-error.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

// Node appends advice about positionals that begin with a hyphen.
const firstSentence = (message: string): string => `${message.split(/\. |\n/, 1)[0]}.`;

/**
 * Parses options and positionals with `node:util`.
 *
 * @param names of the positionals, in order; each is required
 * @throws UsageError for an unknown option, a missing value, or another number of positionals
 */
export const parseOptions = <Known extends Options>(
  args: readonly string[],
  names: readonly string[],
  options: Known,
) => {
  const parse = () => parseArgs({ args: [...args], options, allowPositionals: true });
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse();
  } catch (error) {
    throw new UsageError(firstSentence(error instanceof Error ? error.message : String(error)));
  }
  const missing = names[parsed.positionals.length];
  if (missing !== undefined) throw new UsageError(`Missing <${missing}>.`);
  const extra = parsed.positionals[names.length];
  if (extra !== undefined) throw new UsageError(`Unexpected argument: ${extra}`);
  return parsed;
};
