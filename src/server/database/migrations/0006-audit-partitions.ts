import { type Kysely, sql } from 'kysely';

/** Weekly partitions of the audit table, so that expired rows are dropped without a scan. */
export const auditPartitions = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  // Excludes concurrent inserts, which would be lost.
  'lock table audit in access exclusive mode',
  `create table audit_partitioned (
    id uuid not null default gen_random_uuid(),
    at timestamptz not null default now(),
    event text not null,
    outcome text not null,
    email text,
    user_id uuid,
    network text,
    dedupe_key text
  ) partition by range (at)`,
  `do $$
    declare
      week timestamp;
      midnight constant text := 'YYYY-MM-DD 00:00:00+00';
    begin
      for week in
        select date_trunc('week', at at time zone 'UTC') from audit
        union select date_trunc('week', now() at time zone 'UTC')
      loop
        execute format('create table %I partition of audit_partitioned for values from (%L) to (%L)',
          to_char(week, '"audit_"YYYYMMDD'),
          to_char(week, midnight), to_char(week + interval '1 week', midnight));
      end loop;
    end
  $$`,
  `insert into audit_partitioned (id, at, event, outcome, email, user_id, network, dedupe_key)
    select id, at, event, outcome, email, user_id, network, dedupe_key from audit`,
  'drop table audit',
  'alter table audit_partitioned rename to audit',
  // By time first, so that the index of the primary key also serves queries by time.
  'alter table audit add primary key (at, id)',
  'create unique index audit_refusal on audit (dedupe_key, at) where dedupe_key is not null',
  'create index audit_email on audit (email, at) where email is not null',
  'create index audit_user on audit (user_id, at) where user_id is not null',
];
