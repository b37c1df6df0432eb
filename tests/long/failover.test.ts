import { expect, it } from 'vitest';
import {
  missingFailoverReason,
  startDatabaseBalancer,
} from '#tests/support/faults/database-balancer.ts';
import { type Recovery, runFaults } from '#tests/support/faults/failover-loop.ts';
import { startPostgresPair } from '#tests/support/faults/postgres-pair.ts';
import { newInbox, type RunningServer, runServer } from '#tests/support/faults/running-server.ts';
import { skipBecause } from '#tests/support/skip-reporter.ts';

/** Fewer while one changes the test. */
const FAILOVERS = Number(process.env['FAILOVERS'] ?? 20);

const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

const figuresOf = (recoveries: readonly Recovery[]) => {
  const firstMs = recoveries.map((recovery) => recovery.firstMs);
  const allMs = recoveries.map((recovery) => recovery.allMs);
  return {
    failovers: recoveries.length,
    'ms until the first success, median': median(firstMs),
    worst: Math.max(...firstMs),
    'of that until the promotion, median': median(recoveries.map((one) => one.promotedMs)),
    'until both servers succeed, median': median(allMs),
    'worst of both': Math.max(...allMs),
  };
};

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
  const fault = {
    name: 'primary',
    strike: pair.killPrimary,
    promote: pair.promote,
    mend: pair.rebuild,
  };
  const faults = Array.from({ length: FAILOVERS }, () => fault);
  const { recoveries, figures } = await runFaults({ faults, servers, inbox });
  context.task.meta.figures = { ...figuresOf(recoveries), ...figures };
  expect(recoveries).toHaveLength(FAILOVERS);
});
