import { expect, it, onTestFinished } from 'vitest';
import { endureOutages } from '../support/database-outage.ts';
import { skipBecause, testPostgres } from '../support/not-run.ts';
import { openOwnPostgres, whyNoOwnPostgres } from '../support/own-postgres.ts';
import { newInbox, newSchema, runServer } from '../support/server-fleet.ts';
import { openTcpProxy } from '../support/tcp-proxy.ts';

const RESTARTS = 5;
const CUTS = 5;
const BUILT = { isBuilt: true };

it('a server outlives a PostgreSQL that crashes and starts again', async (context) => {
  skipBecause(context, whyNoOwnPostgres());
  const postgres = await openOwnPostgres();
  onTestFinished(postgres.remove);
  const inbox = await newInbox();
  const server = await runServer({ DATABASE_URL: postgres.url, SMTP_URL: inbox.url }, BUILT);
  const outage = { begin: postgres.stop, end: postgres.start };
  const outages = Array.from({ length: RESTARTS }, () => outage);
  const recoveries = await endureOutages({ server, inbox, databaseUrl: postgres.url, outages });
  context.task.meta.figures = { restarts: RESTARTS, 'ms until well': recoveries.join(' ') };
  expect(recoveries).toHaveLength(RESTARTS);
});

it('a server outlives a PostgreSQL that is cut off, and one that falls silent', async (context) => {
  const databaseUrl = await newSchema(testPostgres(context));
  const proxy = await openTcpProxy(databaseUrl);
  onTestFinished(proxy.close);
  const inbox = await newInbox();
  const server = await runServer({ DATABASE_URL: proxy.url, SMTP_URL: inbox.url }, BUILT);
  const cut = { begin: () => proxy.cut('refuse'), end: proxy.restore };
  const silence = { begin: () => proxy.cut('hold'), end: proxy.restore };
  const outages = [...Array.from({ length: CUTS }, () => cut), silence, cut];
  const recoveries = await endureOutages({ server, inbox, databaseUrl, outages });
  context.task.meta.figures = {
    'ms until well after cuts': recoveries.filter((_, index) => index !== CUTS).join(' '),
    'after silence': recoveries[CUTS],
  };
});
