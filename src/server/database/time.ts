import { type RawBuilder, sql } from 'kysely';
import { MS_PER_S } from '#contract/durations.ts';

// A constant in the statement: planning one with a parameter takes a tenth longer.
const interval = (ms: number) => sql`${sql.lit(`${ms / MS_PER_S} seconds`)}::interval`;

/** SQL for the time `ms` milliseconds from now, by the database's clock. */
export const fromNow = (ms: number): RawBuilder<Date> => sql<Date>`now() + ${interval(ms)}`;

/** SQL for the time `ms` milliseconds ago, by the database's clock. */
export const ago = (ms: number): RawBuilder<Date> => sql<Date>`now() - ${interval(ms)}`;

/** SQL for the current time, by the database's clock. */
export const now = sql<Date>`now()`;
