import { expect, it } from 'vitest';
import {
  missingFailoverReason,
  startDatabaseBalancer,
} from '#tests/support/faults/database-balancer.ts';
import { runFailovers } from '#tests/support/faults/failover-loop.ts';
import { startPostgresPair } from '#tests/support/faults/postgres-pair.ts';
import { newInbox, type RunningServer, runServer } from '#tests/support/faults/running-server.ts';
import { skipBecause } from '#tests/support/skip-reporter.ts';

/** Fewer while one changes the test. */
const FAILOVERS = Number(process.env['FAILOVERS'] ?? 20);

const startServers = async (databaseUrl: string, smtpUrl: string): Promise<RunningServer[]> => {
  const env = { DATABASE_URL: databaseUrl, SMTP_URL: smtpUrl };
  // The first one migrates.
  const first = await runServer(env);
  return [first, await runServer(env)];
};

it(`nothing acknowledged is lost when the primary is killed ${FAILOVERS} times`, async (context) => {
  skipBecause(context, missingFailoverReason());
  const inbox = await newInbox();
  const pair = await startPostgresPair();
  const url = await startDatabaseBalancer(pair.ports);
  const servers = await startServers(url, inbox.url);
  const figures = await runFailovers({ pair, servers, inbox, failovers: FAILOVERS });
  context.task.meta.figures = figures;
  expect(figures).toMatchObject({ failovers: FAILOVERS });
});
