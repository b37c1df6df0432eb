import { expect, test } from 'vitest';
import { postgresUrl } from '#tests/support/server/database/test-postgres.ts';
import { markdownTable } from '../markdown-table.ts';
import { measureCapacities } from './capacities.ts';
import { limitHours, readCounters } from './database-counters.ts';
import { TARGET_USERS_A_DAY } from './load-model.ts';
import { openSystem } from './opened-system.ts';
import { bytesPerRow, measureCosts } from './part-costs.ts';
import { limitsTable, requirementsTable } from './requirements.ts';
import { measureSizes } from './sizes.ts';
import { costTable, diskTable, modelTable, sizeTable } from './tables.ts';

const isQuick = process.env['BENCH_QUICK'] === '1';
const MINUTE_MS = 60_000;
const SECONDS = isQuick ? 4 : 15;
const TIMES = isQuick ? 100 : 400;
/** Users a day. */
const SIZES = [
  100_000, 200_000, 300_000, 400_000, 500_000, 600_000, 700_000, 800_000, 900_000, 1_000_000,
  1_250_000, 1_500_000, 2_000_000, 3_000_000, 4_000_000,
];
const GB = 1e9;

test.skipIf(postgresUrl === undefined)(
  'the peak of a day, by its number of users',
  async () => {
    const system = await openSystem();
    const before = await readCounters(system.db);
    const costs = await measureCosts(system, TIMES);
    const after = await readCounters(system.db);
    const hours = await limitHours(system.db);
    const sizes = await measureSizes(
      system,
      isQuick ? SIZES.filter((_, index) => index % 3 === 0) : SIZES,
      SECONDS,
    );
    const capacities = await measureCapacities(system);
    const busiest = sizes.findLast(({ isTaken }) => isTaken) ?? sizes[0];
    expect(busiest).toBeDefined();
    if (!busiest) return;
    const disk = diskTable(costs, bytesPerRow(before.tables, after.tables), hours);
    const diskBytes = Number(disk.at(-1)?.['GB at a million'] ?? 0) * GB;
    const tables = {
      [`Model, ${TARGET_USERS_A_DAY} users a day`]: modelTable(),
      Costs: costTable(costs),
      Disk: disk,
      Sizes: sizeTable(sizes),
      Needs: requirementsTable(costs, diskBytes),
      'What is full first': limitsTable(costs, capacities, busiest),
    };
    for (const [name, rows] of Object.entries(tables))
      console.log(`${name}\n\n${markdownTable(rows)}\n`);
    console.log(JSON.stringify(tables));
    console.log(sizes.flatMap(({ failures }) => failures).slice(0, 5));
  },
  60 * MINUTE_MS,
);
