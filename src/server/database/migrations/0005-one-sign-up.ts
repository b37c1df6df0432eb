import { type Kysely, sql } from 'kysely';

/**
 * One sign-up per email address, one table for all limits, and a token generation per session. The format
 * of tokens changes, so all sessions end.
 */
export const oneSignUp = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  'create table limits (key text primary key, tat timestamptz not null)',
  'create index limits_age on limits (tat)',
  // Counts a request against the limits of these keys (generic cell rate algorithm) and returns the keys
  // that accept it. A request costs an interval in seconds, and is accepted while the arrival time is at
  // most the tolerance ahead. Limits after the first one that rejects it are refunded in the same
  // transaction. A function, because its plans are cached per connection, behind PgBouncer as well.
  `create function take_limits(keys text[], intervals float8[], tolerances float8[])
    returns setof text language plpgsql as $$
    declare
      -- Tolerated clock difference within a cluster, in seconds.
      slack constant float8 := 5;
      taken text[];
      refused integer;
    begin
      -- Rows are locked in the order of their keys, which avoids deadlocks. clock_timestamp() is the time
      -- after the wait for a row lock. A tat further ahead than the rate allows means that the clock was
      -- set back; the count is then reset.
      with written as (
        insert into limits as own (key, tat)
          select asked.key, clock_timestamp() + make_interval(secs => asked.seconds)
          from unnest(keys, intervals) as asked (key, seconds) order by asked.key
          on conflict (key) do update set
            tat = make_interval(secs => intervals[array_position(keys, own.key)]) + case
              when own.tat <= clock_timestamp()
                + make_interval(secs => tolerances[array_position(keys, own.key)])
              then greatest(own.tat, clock_timestamp()) else clock_timestamp() end
          where own.tat <= clock_timestamp()
              + make_interval(secs => tolerances[array_position(keys, own.key)])
            or own.tat > clock_timestamp() + make_interval(secs => slack
              + tolerances[array_position(keys, own.key)] + intervals[array_position(keys, own.key)])
          returning key)
        select coalesce(array_agg(key), '{}') into taken from written;
      if cardinality(taken) < cardinality(keys) then
        select min(place) into refused
          from unnest(keys) with ordinality as asked (key, place) where asked.key <> all(taken);
        update limits
          set tat = tat - make_interval(secs => intervals[array_position(keys, key)])
          where key = any(taken) and array_position(keys, key) > refused;
      end if;
      return query select unnest(taken);
    end
  $$`,
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
  // Only the newest ticket of an email address is kept, and none of an accepted account.
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

  // The known device of a code; one code per device.
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
