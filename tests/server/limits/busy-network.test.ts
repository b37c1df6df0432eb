import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { networkRates } from '#server/limits/rates.ts';
import { demoRequest } from '#tests/support/faults/load.ts';
import { lockLimits, untilWaiting } from '#tests/support/server/database/hold-lock.ts';
import { postgresUrl } from '#tests/support/server/database/test-postgres.ts';
import type { TestClient } from '#tests/support/server/http/test-client.ts';
import { logInByCode, loginCodePath } from '#tests/support/server/log-in-steps.ts';
import { openTestServer, type TestServer } from '#tests/support/server/test-server.ts';

/** Calls of a network, and the beginning of the key of a limit that counts them. */
const floods: [
  string,
  string,
  (client: TestClient, email: string) => Promise<{ status: number }>,
][] = [
  ['logins', networkRates.logins.name, (client, email) => logInByCode(client, email, '000000')],
  [
    'requests for codes',
    networkRates.codes.name,
    (client, email) => client.post(loginCodePath(email)),
  ],
  [
    'demo requests',
    networkRates.leads.name,
    (client, email) => client.post(paths.requestDemo, demoRequest(email)),
  ],
];

// PGlite has a single connection, so nobody waits for a row.
describe.runIf(postgresUrl !== undefined)('a network that sends a hundred requests at once', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer('PostgreSQL');
  });
  afterAll(() => server.close());

  it.each(floods)('(%s) leaves connections of the database to others', async (_, limit, call) => {
    const ip = `203.0.113.${floods.findIndex(([, name]) => name === limit) + 1}`;
    const client = server.client(ip);
    expect((await call(client, server.email())).status).toBeLessThan(429);
    const release = await lockLimits(server.db, `${limit} ${ip}`);
    const flood = Array.from({ length: 100 }, () => call(client, server.email()));
    try {
      await untilWaiting(server.db, 2);
      for (let others = 0; others < 5; others += 1)
        expect((await call(server.client(), server.email())).status).toBeLessThan(429);
      await untilWaiting(server.db, 2);
    } finally {
      await release();
    }
    const statuses = (await Promise.all(flood)).map(({ status }) => status);
    expect(statuses).not.toContain(503);
    expect(statuses).toContain(429);
  });

  it('is refused without waiting for requests that are counted', async () => {
    const client = server.client('203.0.113.77');
    while ((await client.post(loginCodePath(server.email()))).status !== 429);
    const release = await lockLimits(server.db, 'network codes 203.0.113.77');
    try {
      expect((await client.post(loginCodePath(server.email()))).status).toBe(429);
    } finally {
      await release();
    }
  });

  it('is refused with 503 beyond a bounded number of waiting requests', async () => {
    const ip = '203.0.113.78';
    const client = server.client(ip);
    await client.post(loginCodePath(server.email()));
    const release = await lockLimits(server.db, `network codes ${ip}`);
    const refused: (string | undefined)[] = [];
    const sent = Array.from({ length: 300 }, async () => {
      const { status, headers } = await client.post(loginCodePath(server.email()));
      if (status === 503) refused.push(String(headers['retry-after']));
    });
    // Two are counted, 256 wait.
    await expect.poll(() => refused.length).toBe(300 - 258);
    expect(new Set(refused)).toEqual(new Set(['2']));
    await release();
    await Promise.all(sent);
    expect(refused).toHaveLength(300 - 258);
  });
});
