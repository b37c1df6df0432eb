import { type Kysely, sql } from 'kysely';

/** Passkeys, the challenges of their ceremonies, and the handle that authenticators keep of a user. */
export const passkeys = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  // Null until the first ceremony: a default would rewrite the table.
  'alter table users add column passkey_handle bytea',
  `create table passkeys (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null references users on delete cascade,
    credential_id bytea not null unique,
    public_key bytea not null,
    counter bigint not null,
    transports text[] not null,
    is_backed_up boolean not null,
    name text not null,
    created_at timestamptz not null default now(),
    last_used_at timestamptz
  )`,
  'create index passkeys_user on passkeys (user_id)',
  `create table passkey_challenges (
    hash bytea primary key,
    browser_hash bytea not null,
    user_id uuid references users on delete cascade,
    expires_at timestamptz not null
  )`,
  'create index passkey_challenges_user on passkey_challenges (user_id) where user_id is not null',
  'create index passkey_challenges_expiry on passkey_challenges (expires_at)',
];
