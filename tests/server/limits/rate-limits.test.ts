import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import {
  consumeLimits,
  consumeStages,
  type Limit,
  refundLimits,
  secondsToWait,
} from '#server/limits/rate-limits.ts';
import { mailboxSubject, networkLimits, networkRates, rates } from '#server/limits/rates.ts';
import { randomSeed } from '#tests/support/random-seed.ts';
import { ageLimits, readLimits } from '#tests/support/server/database/age-rows.ts';
import { writtenTables } from '#tests/support/server/database/written-rows.ts';
import type { TestClient } from '#tests/support/server/http/test-client.ts';
import { plainImage } from '#tests/support/server/images/images.ts';
import { uploadLogo } from '#tests/support/server/images/upload-logo.ts';
import { ACCOUNT_PASSWORD } from '#tests/support/server/log-in-steps.ts';
import {
  companyBody,
  completeBody,
  makeUser,
  userBody,
} from '#tests/support/server/sign-up-steps.ts';
import { onEachDatabase } from '#tests/support/server/test-server.ts';

const HOUR_MS = 3_600_000;
let subjects = 0;

const limitOf = (count: number, periodMs: number, name = 'test'): Limit => {
  subjects += 1;
  return { rate: { name, count, periodMs }, subject: `subject-${subjects}` };
};

/** A leaky bucket as a model: it holds `full` requests and leaks one per interval. */
const createModel = (count: number, periodS: number) => {
  let level = 0;
  return {
    pass(seconds: number) {
      level = Math.max(0, level - (seconds * count) / periodS);
    },
    take() {
      // The real time between two statements is negligible compared with an interval.
      if (level > count - 1 + 0.01) return false;
      level += 1;
      return true;
    },
  };
};

onEachDatabase('a rate limit', (server) => {
  const refusedBy = async (stages: Limit[][]) => (await consumeStages(server().db, stages)).refused;

  it('is counted together with requests to a server of the version before', async () => {
    const { db } = server();
    const limit = limitOf(2, HOUR_MS);
    const countBefore = async () => {
      const { rows } = await sql<{ place: number }>`select place from count_request(
        ${[`${limit.rate.name} ${limit.subject}`]}, ${[1800]}, ${[1800]})`.execute(db);
      return rows.map(({ place }) => place);
    };
    expect(await consumeLimits(db, [limit])).toBeUndefined();
    expect(await countBefore()).toEqual([]);
    expect(await countBefore()).toEqual([1]);
    expect(await consumeLimits(db, [limit])).toBeDefined();
  });

  it('is read by its index, even if its plan was made while the table was small', async () => {
    const { db } = server();
    const limit = limitOf(100, HOUR_MS);
    const scans = db.transaction().execute(async (trx) => {
      await sql`truncate limits`.execute(trx);
      await sql`insert into limits (key, tat) values ('the only one', now())`.execute(trx);
      await sql`analyze limits`.execute(trx);
      // Discards the plans of tests before.
      await sql`discard plans`.execute(trx);
      const countScans = async () => {
        const { rows } = await sql<{ count: number }>`select seq_scan::int as count
          from pg_stat_xact_user_tables where relname = 'limits'`.execute(trx);
        return rows[0]?.count;
      };
      const before = await countScans();
      await consumeLimits(trx, [limit]);
      return [before, await countScans()];
    });
    const [before, after] = await scans;
    expect(before).toBeGreaterThan(0);
    expect(after).toBe(before);
  });

  it('admits what a leaky bucket admits, for any rate and pauses', { tags: 'random' }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 24 }),
        fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 60 })), { maxLength: 20 }),
        async (count, hours, pauses) => {
          const limit = limitOf(count, hours * HOUR_MS);
          const model = createModel(count, hours * 3600);
          for (const minutes of pauses) {
            // Avoids the exact end of an interval, where a millisecond decides.
            const seconds = minutes * 60 * hours + (minutes === 0 ? 0 : 7);
            await ageLimits(server().db, seconds, `${limit.subject}`);
            model.pass(seconds);
            const limited = await consumeLimits(server().db, [limit]);
            expect(limited === undefined).toBe(model.take());
          }
        },
      ),
      { seed: randomSeed(), numRuns: 40 },
    );
  });

  it('returns the seconds until the next request is admitted, without rounding down', async () => {
    const limit = limitOf(3, 60_000);
    for (let taken = 0; taken < 3; taken += 1)
      expect(await consumeLimits(server().db, [limit])).toBeUndefined();
    const limited = await consumeLimits(server().db, [limit]);
    expect(limited).toMatchObject({ rates: ['test'] });
    const wait = limited?.retryAfterS ?? 0;
    expect(wait).toBeGreaterThan(15);
    expect(wait).toBeLessThanOrEqual(20);
    await ageLimits(server().db, wait - 2, limit.subject);
    expect(await consumeLimits(server().db, [limit])).toBeDefined();
    await ageLimits(server().db, 2, limit.subject);
    expect(await consumeLimits(server().db, [limit])).toBeUndefined();
    expect(await consumeLimits(server().db, [limit])).toBeDefined();
  });

  it('admits exactly its number of concurrent requests', async () => {
    const limit = limitOf(7, HOUR_MS);
    const taken = await Promise.all(
      Array.from({ length: 60 }, () => consumeLimits(server().db, [limit])),
    );
    expect(taken.filter((limited) => limited === undefined)).toHaveLength(7);
    for (const limited of taken.filter((outcome) => outcome !== undefined))
      expect(limited?.retryAfterS).toBeGreaterThan(0);
  });

  it('is not counted after a limit that refuses, but counted before it', async () => {
    const [before, closed, behind] = [
      limitOf(2, HOUR_MS, 'before'),
      limitOf(1, HOUR_MS, 'closed'),
      limitOf(1, HOUR_MS, 'behind'),
    ];
    await consumeLimits(server().db, [closed]);
    const limited = await consumeLimits(server().db, [before, closed, behind]);
    expect(limited?.rates).toEqual(['closed']);
    expect(await secondsToWait(server().db, [behind])).toBe(0);
    expect(await consumeLimits(server().db, [behind])).toBeUndefined();
    expect(await consumeLimits(server().db, [before])).toBeUndefined();
    expect(await consumeLimits(server().db, [before])).toBeDefined();
  });

  it('of a later stage is untouched if an earlier stage refuses, and the other way round is counted', async () => {
    const [first, closed] = [limitOf(3, HOUR_MS, 'first'), limitOf(1, HOUR_MS, 'closed')];
    const [second, last] = [limitOf(2, HOUR_MS, 'second'), limitOf(1, HOUR_MS, 'last')];
    const stages = [[first], [closed, second], [last]];
    expect(await refusedBy(stages)).toBeUndefined();
    expect(await refusedBy(stages)).toMatchObject({ stage: 1, rates: ['closed'] });
    // Two of three are used: an earlier stage counts a request that a later one refuses.
    expect(await consumeLimits(server().db, [first])).toBeUndefined();
    expect(await consumeLimits(server().db, [first])).toBeDefined();
    expect(await consumeLimits(server().db, [second])).toBeUndefined();

    const another = limitOf(1, HOUR_MS, 'another');
    expect(await refusedBy([[first], [another]])).toMatchObject({ stage: 0 });
    expect(await readLimits(server().db, `another ${another.subject}`)).toEqual([]);
  });

  it('is not exceeded by concurrent requests in stages', async () => {
    const [network, mailbox] = [limitOf(40, HOUR_MS, 'network'), limitOf(7, HOUR_MS, 'mailbox')];
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, () => refusedBy([[network], [mailbox]])),
    );
    const refusedAt = (stage: number) => outcomes.filter((refused) => refused?.stage === stage);
    expect(outcomes.filter((refused) => refused === undefined)).toHaveLength(7);
    expect(refusedAt(1)).toHaveLength(33);
    expect(refusedAt(0)).toHaveLength(20);
  });

  it('is not used up by concurrent requests that another limit refuses', async () => {
    const [closed, shared] = [limitOf(1, HOUR_MS, 'closed one'), limitOf(5, HOUR_MS, 'shared')];
    await consumeLimits(server().db, [closed]);
    const asked = Array.from({ length: 60 }, (_, index) =>
      consumeLimits(server().db, index % 12 === 0 ? [shared] : [closed, shared]),
    );
    const outcomes = await Promise.all(asked);
    const others = outcomes.filter((_, index) => index % 12 === 0);
    expect(others).toEqual(Array(5).fill(undefined));
    for (const refused of outcomes.filter((limited) => limited !== undefined))
      expect(refused?.rates[0]).toBe('closed one');
  });

  it('does not deadlock when two requests take the same limits in different order', async () => {
    const [first, second] = [limitOf(500, HOUR_MS), limitOf(500, HOUR_MS)];
    const asked = Array.from({ length: 100 }, (_, index) =>
      consumeLimits(server().db, index % 2 === 0 ? [first, second] : [second, first]),
    );
    expect(new Set(await Promise.all(asked))).toEqual(new Set([undefined]));
  });

  it('writes nothing when it refuses, and counts only the limits before it', async () => {
    const [before, closed] = [limitOf(5, HOUR_MS, 'before'), limitOf(1, HOUR_MS, 'closed')];
    const take = (...limits: Limit[]) =>
      writtenTables(server().db, () => consumeLimits(server().db, limits));
    expect(await take(closed)).toEqual([['limits']]);
    expect(await take(closed, before)).toEqual([]);
    expect(await take(before, closed)).toEqual([['limits']]);
    expect(await readLimits(server().db, `before ${before.subject}`)).toHaveLength(1);
  });

  it('is restored when a request is given back', async () => {
    const limit = limitOf(1, HOUR_MS);
    await consumeLimits(server().db, [limit]);
    await refundLimits(server().db, [limit]);
    expect(await consumeLimits(server().db, [limit])).toBeUndefined();
    expect(await consumeLimits(server().db, [limit])).toBeDefined();
  });

  it('blocks nobody and keeps counting after the clock is set back', async () => {
    const limit = limitOf(2, HOUR_MS);
    await consumeLimits(server().db, [limit]);
    await ageLimits(server().db, -30 * 24 * 3600, limit.subject);
    for (let taken = 0; taken < 2; taken += 1)
      expect(await consumeLimits(server().db, [limit])).toBeUndefined();
    expect(await consumeLimits(server().db, [limit])).toBeDefined();
  });

  it('is one row for any number of requests', async () => {
    const limit = limitOf(1, HOUR_MS, 'one row');
    for (let asked = 0; asked < 5; asked += 1) await consumeLimits(server().db, [limit]);
    expect(await readLimits(server().db, `one row ${limit.subject}`)).toHaveLength(1);
  });
});

interface SignedUp {
  client: TestClient;
  email: string;
  companyId: string;
  userId: string;
}

onEachDatabase('a client that signs up or is signed in', (server) => {
  const byEmail = ({ email }: SignedUp) => email;
  const byUser = ({ userId }: SignedUp) => userId;
  const bySession = ({ client }: SignedUp) => client.cookies.get('access')?.split('.')[0] ?? '';

  it.each([
    {
      what: 'sends a company',
      rate: rates.signUpCalls,
      subjectOf: byEmail,
      call: ({ client }: SignedUp) => client.post(paths.createCompany, companyBody),
    },
    {
      what: 'notifies sales',
      rate: rates.signUpCalls,
      subjectOf: byEmail,
      call: ({ client, email }: SignedUp) =>
        client.post(paths.notifySales, { companyName: 'a', userName: 'b', userEmail: email }),
    },
    {
      what: 'sends a logo',
      rate: rates.logoUploads,
      subjectOf: byEmail,
      call: async ({ client, companyId }: SignedUp) =>
        uploadLogo(client, companyId, await plainImage('png', 9, 9)),
    },
    {
      what: 'creates a user',
      rate: rates.userCreations,
      subjectOf: byEmail,
      call: ({ client, companyId, email }: SignedUp) =>
        client.post(paths.createUser, userBody(companyId, email)),
    },
    {
      what: 'completes an account',
      rate: rates.passwordChanges,
      subjectOf: byUser,
      call: ({ client, userId }: SignedUp) =>
        client.patch(paths.completeUser, completeBody(userId)),
    },
    {
      what: 'sets a password',
      rate: rates.passwordChanges,
      subjectOf: byUser,
      call: ({ client, userId: uuid }: SignedUp) =>
        client.patch(paths.updatePassword, {
          uuid,
          status: 'accepted',
          password: ACCOUNT_PASSWORD,
        }),
    },
    {
      what: 'says what candidates see',
      rate: rates.signUpCalls,
      subjectOf: byEmail,
      call: ({ client, companyId }: SignedUp) =>
        client.patch(paths.updateCompany, { uuid: companyId, name: 'a', about: '' }),
    },
    {
      what: 'renews a session',
      rate: rates.renewals,
      subjectOf: bySession,
      call: ({ client }: SignedUp) => client.post(paths.refresh),
    },
  ])('$what only at a limited rate', async ({ rate, subjectOf, call }) => {
    const client = server().client();
    const made = { client, ...(await makeUser(server(), client)) };
    expect((await call(made)).status).not.toBe(429);
    // Exceeds the whole limit, plus a few: the fastest rate admits two more per second.
    const ahead = sql`clock_timestamp() + make_interval(secs => ${rate.periodMs / 1000 + 3})`;
    const key = `${rate.name} ${subjectOf(made)}`;
    await sql`update limits set tat = ${ahead} where key = ${key}`.execute(server().db);
    const refused = await call(made);
    expect([refused.status, refused.error?.code]).toEqual([429, 'too_many_requests']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });
});

it.each([
  ['asha@acme.example', 'asha@acme.example '],
  ['asha+jobs@acme.example', 'asha@acme.example '],
  ['asha+jobs+more@acme.example', 'asha@acme.example '],
  ['+asha@acme.example', '+asha@acme.example '],
])('the mailbox of %s is %j', (email, subject) => {
  expect(mailboxSubject({ email, device: '' })).toBe(subject);
});

it.each([
  ['203.0.113.9', '203.0.113.0/24'],
  ['2001:db8:7:9::/64', '2001:db8:7::/48'],
  ['0:0:0:0::/64', '0:0:0::/48'],
  ['unknown', 'unknown'],
])('the network %s belongs to %s', (network, wide) => {
  const [narrow, wider] = networkLimits(networkRates.codes, network);
  expect([narrow?.subject, wider?.subject]).toEqual([network, wide]);
  expect(wider?.rate.count).toBeGreaterThan(narrow?.rate.count ?? 0);
});

it('the known browsers of an account share a limit within their network, separate from all others', () => {
  const network = '203.0.113.9';
  const mailbox = { email: 'asha@acme.example', device: 'known' };
  const [own, together] = networkLimits(networkRates.logins, network, mailbox);
  const [, wide] = networkLimits(networkRates.logins, network);
  expect(own?.subject).toBe('asha@acme.example known');
  expect(together?.subject).toBe(`${network} asha@acme.example`);
  expect(together?.rate.count).toBe(wide?.rate.count);
});
