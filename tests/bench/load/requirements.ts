import { availableParallelism } from 'node:os';
import type { Capacities } from './capacities.ts';
import { activities, peakUsersASecond, TARGET_USERS_A_DAY } from './load-model.ts';
import type { Cost } from './part-costs.ts';
import type { SizeResult } from './sizes.ts';
import { perUser } from './tables.ts';

/** Processors are planned to be this busy at the peak, so that a lost machine or a burst finds room. */
const PLANNED_USE = 0.6;
/** Connections of one server process: the maximum of its pool. */
const POOL = 10;
const MS_PER_S = 1000;
const MB = 1e6;
const GB = 1e9;
const HASHES: Readonly<Record<string, number>> = {
  'password login': 1,
  'wrong password': 1,
  'sign-up': 2,
};

const timesOf = (weight: (part: string, mails: number) => number): number =>
  activities.reduce((sum, { part, perUser: times, mails }) => sum + times * weight(part, mails), 0);

/** What a million users a day need at their peak. */
export const requirementsTable = (costs: readonly Cost[], diskBytes: number) => {
  const users = peakUsersASecond(TARGET_USERS_A_DAY);
  const cores = (ms: number) => (ms * users) / MS_PER_S;
  const main = cores(perUser(costs, ({ mainThread }) => mainThread));
  const server = cores(perUser(costs, (cost) => cost.server));
  const postgres = cores(perUser(costs, (cost) => cost.postgres));
  const wal = perUser(costs, (cost) => cost.wal);
  const writes = perUser(costs, (cost) => cost.writes) * users;
  const processes = Math.max(2, Math.ceil(main / PLANNED_USE));
  const row = (what: string, amount: string) => ({ what, amount });
  return [
    row('main threads of servers, busy', main.toFixed(2)),
    row('cores of servers, hashing included, busy', server.toFixed(2)),
    row('cores of PostgreSQL, busy', postgres.toFixed(2)),
    row(`server processes at ${PLANNED_USE * 100} %, at least two`, String(processes)),
    row(`cores for them at ${PLANNED_USE * 100} %`, String(Math.ceil(server / PLANNED_USE))),
    row(
      `cores for PostgreSQL at ${PLANNED_USE * 100} %`,
      String(Math.ceil(postgres / PLANNED_USE)),
    ),
    row('connections to PostgreSQL', String(processes * POOL)),
    row('writing transactions a second', writes.toFixed(0)),
    row('write-ahead log, MB a second', ((wal * users) / MB).toFixed(2)),
    row('write-ahead log, GB a day', ((wal * TARGET_USERS_A_DAY) / GB).toFixed(1)),
    row('mails a second', (timesOf((_, mails) => mails) * users).toFixed(1)),
    row(
      'rows inserted a second, most of them rate limits',
      (
        perUser(costs, ({ rows }) => Object.values(rows).reduce((sum, one) => sum + one, 0)) * users
      ).toFixed(0),
    ),
    row('password hashes a second', (timesOf((part) => HASHES[part] ?? 0) * users).toFixed(1)),
    row('disk for tables and indexes, GB', (diskBytes / GB).toFixed(0)),
  ];
};

/**
 * What is used up first, by the users a day whose peak uses all of it.
 *
 * @param busiest the largest size that was taken
 */
export const limitsTable = (
  costs: readonly Cost[],
  capacities: Capacities,
  busiest: SizeResult,
) => {
  const usersASecond = peakUsersASecond(1);
  const row = (what: string, capacity: number, demand: number) => ({
    what,
    'most a second': Number(capacity.toFixed(1)),
    'a user and day': Number(demand.toFixed(4)),
    'full at users a day': Math.round(capacity / (demand * usersASecond) / 1000) * 1000,
  });
  const seconds = (ms: number) => ms / MS_PER_S;
  const rows = [
    row(
      'main thread of one server, seconds',
      1,
      seconds(perUser(costs, (cost) => cost.mainThread)),
    ),
    row('one core of PostgreSQL, seconds', 1, seconds(perUser(costs, (cost) => cost.postgres))),
    row(
      `all ${availableParallelism()} cores here, seconds`,
      availableParallelism(),
      seconds(perUser(costs, ({ server, postgres }) => server + postgres)),
    ),
    row(
      'password hashes',
      capacities.passwordHashes,
      timesOf((part) => HASHES[part] ?? 0),
    ),
    row(
      'mails of one server',
      capacities.mails,
      timesOf((_, mails) => mails),
    ),
    row(
      'commits',
      capacities.commits,
      perUser(costs, (cost) => cost.writes),
    ),
    row(
      'connections of one pool, seconds',
      POOL,
      busiest.inUse / peakUsersASecond(busiest.usersADay),
    ),
  ];
  return rows.toSorted((one, other) => one['full at users a day'] - other['full at users a day']);
};
