import { type Kysely, sql } from 'kysely';

/** Versions of the charts, and sums by hour of what pages did with them. */
export const funnel = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create table if not exists chart_versions (
      id serial primary key,
      chart text not null,
      version text not null,
      definition jsonb not null,
      first_seen timestamptz not null default now(),
      unique (chart, version)
    )`.execute(db);
    await sql`create table if not exists funnel_sums (
      hour timestamptz not null,
      chart_version integer not null references chart_versions (id),
      item smallint not null,
      is_narrow boolean not null,
      is_campaign boolean not null,
      count integer not null,
      primary key (hour, chart_version, item, is_narrow, is_campaign)
    ) with (fillfactor = 70)`.execute(db);
  },
};
