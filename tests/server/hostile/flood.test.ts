import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { paths } from '#contract/paths.ts';
import { databaseState } from '#tests/support/server/database/database-state.ts';
import { onEachDatabase } from '#tests/support/server/test-server.ts';

const IP = '203.0.113.90';

onEachDatabase('a flood of demo requests', (server) => {
  const demo = (more: object = {}) => ({
    name: 'Asha Rao',
    email: server().email(),
    phone: '+919876543210',
    organization: 'Acme',
    message: '',
    ...more,
  });
  const count = async (what: ReturnType<typeof sql<{ n: number }>>) =>
    Number((await what.execute(server().db)).rows[0]?.n);

  it('is 429 with Retry-After from the 21st on: twenty are stored and mailed', async () => {
    const client = server().client(IP);
    const responses = await Promise.all(
      Array.from({ length: 200 }, () => client.post(paths.requestDemo, demo())),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(20);
    const refused = responses.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(180);
    for (const { headers } of refused) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    await databaseState(server());
    expect(await count(sql`select count(*) as n from leads`)).toBe(20);
    expect(await count(sql`select count(*) as n from outbox where kind = 'lead'`)).toBe(20);
    expect(server().mailbox.all).toHaveLength(20);
  });

  it.each(['https://spam.example', ' ', '0', 'x'.repeat(3000)])(
    'with the honeypot field is 2xx without a row or a mail: %.20s',
    async (website) => {
      const before = await databaseState(server());
      const mails = server().mailbox.all.length;
      const response = await server().client().post(paths.requestDemo, demo({ website }));
      expect([response.status, response.body]).toEqual([200, { message: 'received' }]);
      expect(await databaseState(server())).toEqual(before);
      expect(server().mailbox.all).toHaveLength(mails);
    },
  );
});
