import { expect, it, onTestFinished } from 'vitest';
import { expectRecoveryFromOutages } from '#tests/support/faults/database-outage.ts';
import { newDatabase, newInbox, runServer } from '#tests/support/faults/running-server.ts';
import { openTcpProxy } from '#tests/support/faults/tcp-proxy.ts';

it('a server whose PostgreSQL is cut off or stops responding under load returns 503, keeps running, and recovers by itself', async (context) => {
  const databaseUrl = await newDatabase(context);
  const proxy = await openTcpProxy(databaseUrl);
  onTestFinished(proxy.close);
  const inbox = await newInbox();
  const server = await runServer({ DATABASE_URL: proxy.url, SMTP_URL: inbox.url });
  const cut = { begin: () => proxy.cut('refuse'), end: proxy.restore };
  const silence = { begin: () => proxy.cut('hold'), end: proxy.restore };
  const recoveries = await expectRecoveryFromOutages({
    server,
    inbox,
    databaseUrl,
    outages: [cut, silence, cut],
  });
  expect(recoveries).toHaveLength(3);
}, 180_000);
