import { type RawBuilder, sql } from 'kysely';

const MS_PER_S = 1000;

/** SQL for the time `ms` milliseconds from now, by the database's clock. */
export const fromNow = (ms: number): RawBuilder<Date> =>
  sql<Date>`now() + make_interval(secs => ${ms / MS_PER_S})`;

/** SQL for the time `ms` milliseconds ago, by the database's clock. */
export const ago = (ms: number): RawBuilder<Date> =>
  sql<Date>`now() - make_interval(secs => ${ms / MS_PER_S})`;

/** SQL for the current time, by the database's clock. */
export const now = sql<Date>`now()`;
