import { type Kysely, sql } from 'kysely';

/**
 * What a session is known by: its browser, network and device cookie; which of its tokens a new password has
 * ended; and how the session was opened that added a passkey. Servers of the version before run on this
 * schema too.
 */
export const accountRules = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  'alter table sessions add column browser text',
  'alter table sessions add column network text',
  'alter table sessions add column device text',
  'alter table sessions add column first_generation integer not null default 1',
  'create index sessions_device on sessions (device) where device is not null and ended_at is null',
  'alter table passkeys add column added_by text',
  // Of several sessions that could have added it the weakest counts.
  `update passkeys set added_by = (
    select case when bool_or(opened_by = 'password') then 'password' else min(opened_by) end
    from sessions where sessions.user_id = passkeys.user_id
      and passkeys.created_at between opened_at and opened_at + interval '10 minutes')`,
];
