import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refreshSession } from '#server/auth/sessions/session-routes.ts';
import { createKeys } from '#server/config/keys.ts';
import { migrate } from '#server/database/migrate.ts';
import { reap } from '#server/database/reaper.ts';
import type { Database } from '#server/database/types.ts';
import { secondsToWait } from '#server/limits/rate-limits.ts';
import { claimMails } from '#server/mail/outbox.ts';
import { openEarlierDatabase } from '#tests/support/server/database/earlier-database.ts';
import { databaseKinds, type TestDatabase } from '#tests/support/server/database/test-database.ts';
import { newBrowser } from '#tests/support/server/new-browser.ts';

const KEYS = createKeys(['']).sessions;
const HOUR_MS = 60 * 60_000;
const LIVE_SESSION = randomUUID();

/** Limits, sessions and mails as the earlier version has left them: in use, expired, ended, sent. */
const fillEarlier = async (db: Kysely<Database>) => {
  await sql`insert into limits (key, tat) values
    ('lead live', now() + interval '1 hour'), ('lead expired', now() - interval '1 second')`.execute(
    db,
  );
  await sql`insert into companies (id, owner_email, name, website, location, departments, planname, has_user)
    values (md5('company')::uuid, 'asha@acme.example', 'Acme', 'https://acme.example', 'Delhi', array['Sales'],
      'free-trial', true)`.execute(db);
  await sql`insert into users (id, email, company_id, name, privilege, password_hash, status)
    values (md5('user')::uuid, 'asha@acme.example', md5('company')::uuid, 'Asha', 'Admin', 'none',
      'accepted')`.execute(db);
  await sql`insert into sessions (id, user_id, opened_by, generation, renewed_at, expires_at, ended_at) values
    (${LIVE_SESSION}, md5('user')::uuid, 'password', 7, now() - interval '1 hour', now() + interval '20 days', null),
    (md5('expired')::uuid, md5('user')::uuid, 'password', 1, now(), now() - interval '1 second', null),
    (md5('ended')::uuid, md5('user')::uuid, 'code', 1, now(), now() + interval '9 days',
      now() - interval '25 hours')`.execute(db);
  await sql`insert into outbox (kind, recipient, payload, sent_at, expires_at) values
    ('passwordChanged', 'sent@acme.example', '{}', now() - interval '25 hours', now()),
    ('passwordChanged', 'due@acme.example', '{}', null, now() + interval '1 day'),
    ('passwordChanged', 'given-up@acme.example', '{}', null, now() - interval '25 hours')`.execute(
    db,
  );
};

const limitsAndSessions = async (db: Kysely<Database>) => ({
  limits: await db.selectFrom('limits').select(['key', 'tat']).orderBy('key').execute(),
  sessions: await db
    .selectFrom('sessions')
    .select([
      'id',
      'user_id',
      'opened_by',
      'opened_at',
      'generation',
      'renewed_at',
      'expires_at',
      'ended_at',
    ])
    .orderBy('id')
    .execute(),
});

describe.each(databaseKinds)('a database of the version before heap-only updates (%s)', (kind) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openEarlierDatabase(kind, '0007-hot-updates');
    await fillEarlier(database.db);
  });
  afterAll(() => database.close());

  it('keeps its sessions and limits, and the first round of the reaper looks at them', async () => {
    const { db } = database;
    const before = await limitsAndSessions(db);
    expect([before.limits.length, before.sessions.length]).toEqual([2, 3]);
    await migrate(db);
    expect(await limitsAndSessions(db)).toEqual(before);

    await reap(db);
    const limits = await db.selectFrom('limits').selectAll().execute();
    expect(limits).toMatchObject([{ key: 'lead live' }]);
    expect(limits[0]?.reap_at).toEqual(limits[0]?.tat);
    const sessions = await db.selectFrom('sessions').selectAll().execute();
    expect(sessions).toMatchObject([{ id: LIVE_SESSION, generation: 7 }]);
    expect(sessions[0]?.reap_at).toEqual(sessions[0]?.expires_at);
    const mails = await db.selectFrom('outbox').select('recipient').execute();
    expect(mails).toEqual([{ recipient: 'due@acme.example' }]);
  });

  it('goes on with its sessions, limits and mails', async () => {
    const { db } = database;
    const token = { sessionId: LIVE_SESSION, generation: 7 };
    const refreshed = await refreshSession(db, KEYS, token, newBrowser());
    expect(refreshed.outcome).toBe('refreshed');
    const rate = { name: 'lead', count: 1, periodMs: HOUR_MS };
    expect(await secondsToWait(db, [{ rate, subject: 'live' }])).toBeGreaterThan(3500);
    expect(await claimMails(db, 16, 30_000)).toMatchObject([{ recipient: 'due@acme.example' }]);
  });

  it('takes what a server of that version inserts meanwhile, and what it reaps', async () => {
    const { db } = database;
    await sql`insert into limits (key, tat) values ('lead old server', now() + interval '2 hours')`.execute(
      db,
    );
    const id = randomUUID();
    await sql`insert into sessions (id, user_id, opened_by, generation, expires_at)
      values (${id}, md5('user')::uuid, 'password', 1, now() + interval '30 days')`.execute(db);
    await sql`insert into outbox (kind, recipient, payload, dedupe_key, expires_at)
      values ('lead', 'sales@sitara.example', '{}', 'lead 1', now() + interval '1 day')
      on conflict (dedupe_key) do nothing`.execute(db);
    // The defaults: in a later round the reaper sets what the new version would have inserted.
    const isSoon = sql<boolean>`reap_at between now() and now() + interval '5 minutes'`.as(
      'is_soon',
    );
    const own = () => ({
      limit: db.selectFrom('limits').where('key', '=', 'lead old server'),
      session: db.selectFrom('sessions').where('id', '=', id),
    });
    expect(await own().limit.select(isSoon).execute()).toEqual([{ is_soon: true }]);
    expect(await own().session.select(isSoon).execute()).toEqual([{ is_soon: true }]);
    for (const table of ['limits', 'sessions'])
      await sql`update ${sql.table(table)} set reap_at = reap_at - interval '10 minutes'`.execute(
        db,
      );
    await reap(db);
    const isAtEnd = (end: string) => sql<boolean>`reap_at = ${sql.ref(end)}`.as('is_at_end');
    expect(await own().limit.select(isAtEnd('tat')).execute()).toEqual([{ is_at_end: true }]);
    expect(await own().session.select(isAtEnd('expires_at')).execute()).toEqual([
      { is_at_end: true },
    ]);
    // Its own reaper's statement.
    await sql`update limits set tat = now() - interval '1 second'`.execute(db);
    await sql`with expired as materialized (
        select limits.key from limits where tat < now() order by tat limit 500 for update skip locked)
      delete from limits using expired
      where limits.key = any(array(select key from expired)) and limits.key = expired.key`.execute(
      db,
    );
    expect(await db.selectFrom('limits').select('key').execute()).toEqual([]);
  });
});
