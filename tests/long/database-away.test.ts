import { expect, it, onTestFinished } from 'vitest';
import { expectRecoveryFromOutages } from '#tests/support/faults/database-outage.ts';
import { missingPostgresReason } from '#tests/support/faults/postgres-folder.ts';
import { newDatabase, newInbox, runServer } from '#tests/support/faults/running-server.ts';
import { openTcpProxy } from '#tests/support/faults/tcp-proxy.ts';
import { startTemporaryPostgres } from '#tests/support/faults/temporary-postgres.ts';
import { skipBecause } from '#tests/support/skip-reporter.ts';

const RESTARTS = 5;
const CUTS = 5;

it('a server survives a PostgreSQL that crashes and restarts', async (context) => {
  skipBecause(context, missingPostgresReason());
  const postgres = await startTemporaryPostgres();
  onTestFinished(postgres.remove);
  const inbox = await newInbox();
  const server = await runServer({ DATABASE_URL: postgres.url, SMTP_URL: inbox.url });
  const outage = { begin: postgres.stop, end: postgres.start };
  const outages = Array.from({ length: RESTARTS }, () => outage);
  const recoveries = await expectRecoveryFromOutages({
    server,
    inbox,
    databaseUrl: postgres.url,
    outages,
  });
  context.task.meta.figures = { restarts: RESTARTS, 'ms until well': recoveries.join(' ') };
  expect(recoveries).toHaveLength(RESTARTS);
});

it('a server survives a PostgreSQL that refuses connections or stops responding', async (context) => {
  const databaseUrl = await newDatabase(context);
  const proxy = await openTcpProxy(databaseUrl);
  onTestFinished(proxy.close);
  const inbox = await newInbox();
  const server = await runServer({ DATABASE_URL: proxy.url, SMTP_URL: inbox.url });
  const cut = { begin: () => proxy.cut('refuse'), end: proxy.restore };
  const silence = { begin: () => proxy.cut('hold'), end: proxy.restore };
  const outages = [...Array.from({ length: CUTS }, () => cut), silence, cut];
  const recoveries = await expectRecoveryFromOutages({ server, inbox, databaseUrl, outages });
  context.task.meta.figures = {
    'ms until well after cuts': recoveries.filter((_, index) => index !== CUTS).join(' '),
    'after silence': recoveries[CUTS],
  };
});
