import {
  activities,
  PEAK_HOUR_SHARE,
  PEAK_WITHIN_HOUR,
  peakUsersASecond,
  TARGET_USERS_A_DAY,
} from './load-model.ts';
import type { Cost } from './part-costs.ts';
import { bytesInUse, daysKept } from './retention.ts';
import type { SizeResult } from './sizes.ts';

const KB = 1000;
const GB = 1e9;

const round = (value: number, digits = 2): number => Number(value.toFixed(digits));

/** A quantity of a user's whole day, from the quantity of each piece of work. */
export const perUser = (costs: readonly Cost[], quantity: (cost: Cost) => number): number =>
  costs.reduce(
    (sum, cost) =>
      sum + quantity(cost) * (activities.find(({ part }) => part === cost.part)?.perUser ?? 0),
    0,
  );

export const modelTable = () => [
  ...activities.map(({ part, perUser: times, mails, because }) => ({
    part,
    'a user and day': times,
    'a second at a million': round(times * peakUsersASecond(TARGET_USERS_A_DAY)),
    'mails each': mails,
    because,
  })),
  {
    part: 'all of a user',
    'a user and day': 1,
    'a second at a million': round(peakUsersASecond(TARGET_USERS_A_DAY)),
    'mails each': round(
      activities.reduce((sum, one) => sum + one.perUser * one.mails, 0),
      3,
    ),
    because: `${PEAK_HOUR_SHARE * 100} % of the day in its busiest hour, ${PEAK_WITHIN_HOUR} times that in the busiest seconds`,
  },
];

export const sizeTable = (sizes: readonly SizeResult[]) =>
  sizes.map((size) => ({
    'users a day': size.usersADay,
    'requests a second': round(size.requestsASecond, 0),
    'p50, ms': round(size.p50, 0),
    'p95, ms': round(size.p95, 0),
    'p99, ms': round(size.p99, 0),
    'code in the mailbox, p95, ms': round(size.mailP95, 0),
    'main thread, cores': round(size.mainThread),
    'server, cores': round(size.server),
    'PostgreSQL, cores': round(size.postgres),
    'connections in use': round(size.inUse, 1),
    'most waiting': size.waiting,
    'mails left': size.mails,
    failed: size.failures.length,
    taken: size.isTaken ? 'yes' : 'no',
  }));

const rowsOf = ({ rows }: Cost): string =>
  Object.entries(rows)
    .filter(([, count]) => Math.abs(count) >= 0.05)
    .map(([table, count]) => `${round(count, 1)} ${table}`)
    .join(', ');

export const costTable = (costs: readonly Cost[]) => [
  ...costs.map((cost) => ({
    part: cost.part,
    'server, ms': round(cost.server),
    'of that main thread': round(cost.mainThread),
    'PostgreSQL, ms': round(cost.postgres),
    'log, KB': round(cost.wal / KB, 1),
    'writing transactions': round(cost.writes, 1),
    'new rows': rowsOf(cost),
  })),
  {
    part: 'a user and day',
    'server, ms': round(perUser(costs, ({ server }) => server)),
    'of that main thread': round(perUser(costs, ({ mainThread }) => mainThread)),
    'PostgreSQL, ms': round(perUser(costs, ({ postgres }) => postgres)),
    'log, KB': round(perUser(costs, ({ wal }) => wal) / KB, 1),
    'writing transactions': round(
      perUser(costs, ({ writes }) => writes),
      1,
    ),
    'new rows': '',
  },
];

/**
 * What each table takes at the target size.
 *
 * @param rowBytes by table
 * @param limitHours mean lifetime of a rate limit
 */
export const diskTable = (
  costs: readonly Cost[],
  rowBytes: Readonly<Record<string, number>>,
  limitHours: number,
) => {
  const rows = Object.keys(rowBytes).map((table) => {
    const rowsADay = perUser(costs, (cost) => cost.rows[table] ?? 0);
    const days = daysKept(table, limitHours);
    return { table, rowsADay, bytes: rowBytes[table] ?? 0, days };
  });
  const total = rows.reduce((sum, row) => sum + bytesInUse(row, TARGET_USERS_A_DAY), 0);
  return [
    ...rows.map((row) => ({
      table: row.table,
      'rows a user and day': round(row.rowsADay, 3),
      'bytes a row, with indexes': round(row.bytes, 0),
      'kept, days': round(row.days, 2),
      'GB at a million': round(bytesInUse(row, TARGET_USERS_A_DAY) / GB),
    })),
    {
      table: 'all',
      'rows a user and day': round(
        rows.reduce((sum, { rowsADay }) => sum + rowsADay, 0),
        3,
      ),
      'bytes a row, with indexes': '',
      'kept, days': '',
      'GB at a million': round(total / GB),
    },
  ];
};
