import { type Kysely, sql } from 'kysely';

/**
 * Scripts and styles of the builds that serve, and of those before them: tabs of another build ask any server
 * for them.
 */
export const siteFiles = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table site_files (
    path text primary key,
    build text not null,
    is_brotli boolean not null,
    body bytea not null,
    stored_at timestamptz not null default now(),
    replaced_at timestamptz
  )`,
  'create index site_files_replaced on site_files (replaced_at)',
];
