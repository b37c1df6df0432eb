import { expect, it, onTestFinished } from 'vitest';
import { endureOutages } from '../support/database-outage.ts';
import { testPostgres } from '../support/not-run.ts';
import { newInbox, newSchema, runServer } from '../support/server-fleet.ts';
import { openTcpProxy } from '../support/tcp-proxy.ts';

it('a server whose PostgreSQL is cut off under load says so, lives, and is well again when it is back', async (context) => {
  const databaseUrl = await newSchema(testPostgres(context));
  const proxy = await openTcpProxy(databaseUrl);
  onTestFinished(proxy.close);
  const inbox = await newInbox();
  const server = await runServer({ DATABASE_URL: proxy.url, SMTP_URL: inbox.url });
  const outage = { begin: () => proxy.cut('refuse'), end: proxy.restore };
  const recoveries = await endureOutages({
    server,
    inbox,
    databaseUrl,
    outages: [outage, outage],
  });
  expect(recoveries).toHaveLength(2);
}, 180_000);
