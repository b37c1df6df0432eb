import { type Kysely, sql } from 'kysely';

/**
 * Frequent updates change no indexed column, so that PostgreSQL makes them heap-only; ids of rows that
 * come and go are ordered by time. Servers of the version before run on this schema too: what they insert
 * gets the defaults.
 */
export const hotUpdates = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  // When the reaper next looks at a row. A use of the row moves its end, not this time. The present rows are
  // due at once, which costs no rewrite of the table; the default is for rows that are inserted without it.
  'alter table limits add column reap_at timestamptz not null default now()',
  "alter table limits alter column reap_at set default now() + interval '5 minutes'",
  'drop index limits_age',
  'create index limits_reap on limits (reap_at)',
  'alter table sessions add column reap_at timestamptz not null default now()',
  "alter table sessions alter column reap_at set default now() + interval '5 minutes'",
  'drop index sessions_expiry',
  'create index sessions_reap on sessions (reap_at)',
  // Room for the next version of each row in its page.
  'alter table limits set (fillfactor = 70)',
  'alter table sessions set (fillfactor = 70)',

  // Few sessions have ended, and few mails are kept.
  'drop index sessions_ended',
  'create index sessions_ended on sessions (ended_at) where ended_at is not null',
  'drop index outbox_sent',
  'create index outbox_sent on outbox (sent_at) where sent_at is not null',
  'drop index outbox_expiry',
  'create index outbox_expiry on outbox (expires_at) where sent_at is null',

  // UUID version 7 (RFC 9562, section 5.7): milliseconds since 1970 in 48 bits, then random bits. The two
  // bits that are set make version 4 a 7. PostgreSQL has it as uuidv7() from version 18 on.
  `create function time_ordered_uuid() returns uuid language sql volatile parallel safe as $$
    select encode(set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid()) placing substring(
        int8send(floor(extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
      52, 1), 53, 1), 'hex')::uuid
  $$`,
  'alter table sessions alter column id set default time_ordered_uuid()',
  'alter table outbox alter column id set default time_ordered_uuid()',
  'alter table leads alter column id set default time_ordered_uuid()',
];
