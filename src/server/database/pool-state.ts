import type { PostgresPool } from 'kysely';
import type pg from 'pg';

/** Connections of a pool, and callers that wait for one. */
export interface PoolState {
  inUse: number;
  idle: number;
  waiting: number;
}

/** A pool with a state. */
export interface StatedPool extends PostgresPool {
  state(): PoolState;
}

/** State of a pg pool. */
export const poolState = ({ totalCount, idleCount, waitingCount }: pg.Pool): PoolState => ({
  inUse: totalCount - idleCount,
  idle: idleCount,
  waiting: waitingCount,
});
