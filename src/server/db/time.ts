import { type RawBuilder, sql } from 'kysely';

const MS_PER_S = 1000;

/** The moment `ms` milliseconds from now, by the clock of the database. */
export const fromNow = (ms: number): RawBuilder<Date> =>
  sql<Date>`now() + make_interval(secs => ${ms / MS_PER_S})`;

/** The moment `ms` milliseconds ago, by the clock of the database. */
export const ago = (ms: number): RawBuilder<Date> =>
  sql<Date>`now() - make_interval(secs => ${ms / MS_PER_S})`;

/** This moment, by the clock of the database. */
export const now = sql<Date>`now()`;
