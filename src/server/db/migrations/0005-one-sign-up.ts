import { type Kysely, sql } from 'kysely';

/**
 * One sign-up an address, limits that share one table, sessions that hold their token's generation.
 * Tokens have another form from here on, so everybody logs in once more.
 */
export const oneSignUp = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  'create table limits (key text primary key, tat timestamptz not null)',
  'create index limits_age on limits (tat)',
  'drop table login_failures',
  'drop table login_tries',
  'drop table code_sends',
  'drop table lead_sends',

  `create table sign_ups (
    email text primary key,
    state text not null check (state in ('proved', 'company made', 'user made', 'accepted')),
    token_hash bytea not null unique,
    expires_at timestamptz not null,
    accepted_by uuid
  )`,
  'create index sign_ups_expiry on sign_ups (expires_at)',
  // Of several tickets of an address only the newest goes on, and none of a finished account.
  `insert into sign_ups (email, state, token_hash, expires_at)
    select distinct on (tickets.email) tickets.email,
      case when users.id is not null then 'user made'
        when companies.id is not null then 'company made' else 'proved' end,
      tickets.hash, tickets.expires_at
    from tickets
    left join users on users.email = tickets.email
    left join companies on companies.owner_email = tickets.email
    where tickets.expires_at > now() and users.status is distinct from 'accepted'
    order by tickets.email, tickets.expires_at desc`,
  'drop table tickets',

  // The browser that a code belongs to, where it is known; one live code each.
  "alter table codes add column device text not null default ''",
  'alter table codes drop constraint codes_pkey',
  'alter table codes add primary key (email, purpose, device)',

  `update outbox set payload = payload || '{"device": ""}' where kind = 'code' and sent_at is null`,

  'drop table refresh_tokens',
  'delete from sessions',
  'alter table sessions drop column access_hash, drop column access_expires_at',
  'alter table sessions add column generation integer not null default 1',
  'alter table sessions add column renewed_at timestamptz not null default now()',
];
