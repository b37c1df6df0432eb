import { type Kysely, sql } from 'kysely';

/**
 * What concerns the whole installation, in one row: the generation of device cookies, which moves when a
 * backup is restored. Servers of the version before run on this schema too, until it moves.
 */
export const installation = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table installation (
    id boolean primary key default true check (id),
    generation integer not null
  )`,
  'insert into installation (generation) values (0)',
];
