import { listLeads } from '../leads/list-leads.ts';
import { UsageError } from './command-error.ts';
import { toCsv, toJson } from './format-leads.ts';
import { parseOptions } from './parse-options.ts';
import { parseTimestamp } from './parse-timestamp.ts';
import { audited, type Output, runCommand, type Work } from './run-command.ts';

const USAGE = `npm run leads -- --csv [--since DATE]    demo requests for a spreadsheet
npm run leads -- --json [--since DATE]   demo requests for a program

DATE is a day or a time in UTC, like 2026-11-21 or 2026-11-21T09:30:00Z; a day begins at midnight.
It reads the same settings as the server. With DATABASE_URL it works at any time; on the
embedded database in DATA_DIR, while the server is stopped.
`;

const EPOCH = new Date(0);

const parse = (args: readonly string[]): Work => {
  const { values } = parseOptions(args, [], {
    csv: { type: 'boolean' },
    json: { type: 'boolean' },
    since: { type: 'string' },
  });
  if (values.csv === values.json) throw new UsageError('Choose one format: --csv or --json.');
  const since = values.since === undefined ? EPOCH : parseTimestamp(values.since)?.date;
  if (!since) throw new UsageError(`--since is not a date: ${values.since}`);
  const format = values.csv ? toCsv : toJson;
  return (db) =>
    audited(db, async (trx) => ({
      text: format(await listLeads(trx, since)),
      entry: { event: 'operator.leads', outcome: 'accepted' },
    }));
};

/**
 * Prints the demo requests.
 *
 * @param args after `npm run leads --`
 * @returns the exit code of `runCommand`
 */
export const runLeadsCommand = (
  args: readonly string[],
  env: Record<string, string | undefined>,
  output: Output = process,
): Promise<number> => runCommand({ usage: USAGE, parse }, args, env, output);
