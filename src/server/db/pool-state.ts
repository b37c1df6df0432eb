import type { PostgresPool } from 'kysely';
import type pg from 'pg';

/** How many connections a pool has, and how many callers wait for one. */
export interface PoolState {
  inUse: number;
  idle: number;
  waiting: number;
}

/** A pool that tells how busy it is. */
export interface StatedPool extends PostgresPool {
  state(): PoolState;
}

/** How busy a pool of pg's is. */
export const poolState = ({ totalCount, idleCount, waitingCount }: pg.Pool): PoolState => ({
  inUse: totalCount - idleCount,
  idle: idleCount,
  waiting: waitingCount,
});
