import { expect, it, onTestFinished } from 'vitest';
import { endureOutages } from '../support/database-outage.ts';
import { testPostgres } from '../support/not-run.ts';
import { newInbox, newSchema, runServer } from '../support/server-fleet.ts';
import { openTcpProxy } from '../support/tcp-proxy.ts';

it('a server whose PostgreSQL is cut off, or falls silent, under load says so, lives, and is well again when it is back', async (context) => {
  const databaseUrl = await newSchema(testPostgres(context));
  const proxy = await openTcpProxy(databaseUrl);
  onTestFinished(proxy.close);
  const inbox = await newInbox();
  const server = await runServer({ DATABASE_URL: proxy.url, SMTP_URL: inbox.url });
  const cut = { begin: () => proxy.cut('refuse'), end: proxy.restore };
  const silence = { begin: () => proxy.cut('hold'), end: proxy.restore };
  const recoveries = await endureOutages({
    server,
    inbox,
    databaseUrl,
    outages: [cut, silence, cut],
  });
  expect(recoveries).toHaveLength(3);
}, 180_000);
