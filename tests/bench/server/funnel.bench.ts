import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { chartTables } from '#build/commands/build.ts';
import { paths } from '#contract/calls/paths.ts';
import { type ChartTable, FUNNEL_PATH } from '#contract/funnel.ts';
import { hashPassword } from '#server/auth/accounts/passwords.ts';
import { addSums, storeCharts } from '#server/funnel/sums.ts';
import { insertAccounts } from '#tests/support/server/database/insert-account.ts';
import { databaseKinds } from '#tests/support/server/database/test-database.ts';
import { ORIGIN, openTestServer } from '#tests/support/server/test-server.ts';

const isQuick = process.env['BENCH_QUICK'] === '1';
/** The p99 of a side rests on its slowest hundredth: 40 of 4,000 logins. */
const ROUNDS = isQuick ? 2 : 80;
const LOGINS = 50;
const PASSWORD = 'quiet lantern river';
/** A million a day. */
const BEACONS_PER_S = 12;
const CLASSES = [true, false].flatMap((isNarrow) =>
  [true, false].map((isCampaign) => ({ isNarrow, isCampaign })),
);

const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;

/** What a page tells of a chart at most: every edge and every place. */
const everything = ({ edges, states }: ChartTable): [number, number[], number[]] => [
  1,
  edges.flatMap((_edge, number) => [number, 1]),
  states.flatMap((_state, number) => [number, 1]),
];

/** Where an actor stands at the start. */
const firstPlaces = ({ states, initial }: ChartTable): number[] =>
  initial
    .filter((number) => number > 0 && !states.some((path) => path.startsWith(`${states[number]}.`)))
    .flatMap((number) => [number, 1]);

test.each(databaseKinds)(
  'logins beside the beacons of a million visits a day (%s)',
  async (kind) => {
    const charts = chartTables();
    const server = await openTestServer(kind, { config: { charts, requestsPerWindowMax: 1e9 } });
    onTestFinished(() => server.close());
    const times = { without: [] as number[], beside: [] as number[] };
    let count = 0;

    const tell = () => {
      count += 1;
      return server.app.inject({
        method: 'POST',
        url: FUNNEL_PATH,
        remoteAddress: `10.${count & 255}.${(count >> 8) & 255}.1`,
        headers: { origin: ORIGIN, 'content-type': 'text/plain' },
        payload: JSON.stringify({
          device: 'wide',
          campaign: false,
          charts: charts
            .filter(({ chart }) => ['signUp', 'emailVerification', 'otp', 'wizard'].includes(chart))
            .map((table) => [table.chart, table.version, 1, [], firstPlaces(table)]),
        }),
      });
    };
    const measure = async (name: keyof typeof times, round: number) => {
      const beacons =
        name === 'beside' ? setInterval(() => void tell(), 1000 / BEACONS_PER_S) : undefined;
      for (let index = 0; index < LOGINS; index += 1) {
        const email = `person-${round * LOGINS + index}@${name}.example`;
        const client = server.client();
        const start = performance.now();
        expect((await client.post(paths.login, { email, password: PASSWORD })).status).toBe(200);
        times[name].push(performance.now() - start);
      }
      clearInterval(beacons);
    };
    for (const name of ['without', 'beside'] as const)
      await insertAccounts(
        server.db,
        sql`select 'person-' || n || '@' || ${name}::text || '.example' as email
          from generate_series(0, ${sql.lit(ROUNDS * LOGINS - 1)}) as n`,
        await hashPassword(PASSWORD),
      );
    expect((await tell()).statusCode).toBe(204);
    for (let round = 0; round < ROUNDS; round += 1) {
      const names = ['without', 'beside'] as const;
      for (const name of round % 2 === 0 ? names : names.toReversed()) await measure(name, round);
    }
    // What a login waits for at most that meets a beacon.
    const beaconTimes: number[] = [];
    for (let index = 0; index < ROUNDS * LOGINS; index += 1) {
      const start = performance.now();
      expect((await tell()).statusCode).toBe(204);
      beaconTimes.push(performance.now() - start);
    }

    // Every item of every chart in every class, in each hour of a day: more beacons add no row.
    const known = [...(await storeCharts(server.db, charts)).values()];
    const counted = known.map((chart) => ({ ...chart, counts: everything(chart.table) }));
    for (const one of CLASSES) await addSums(server.db, { ...one, counted });
    await sql`insert into funnel_sums (hour, chart_version, item, is_narrow, is_campaign, count)
    select hour - make_interval(hours => n), chart_version, item, is_narrow,
    is_campaign, count from funnel_sums, generate_series(1, 23) as n on conflict do nothing`.execute(
      server.db,
    );
    const { rows } = await sql<{ bytes: number; rows: number }>`
    select pg_total_relation_size('funnel_sums')::float8 as bytes,
      (select count(*)::integer from funnel_sums) as rows`.execute(server.db);
    const ms = (name: keyof typeof times, share: number) =>
      Number(percentile(times[name], share).toFixed(1));
    console.table([
      {
        database: kind,
        'login p99, ms': ms('without', 0.99),
        'beside beacons': ms('beside', 0.99),
        'p99 ratio': Number((ms('beside', 0.99) / ms('without', 0.99)).toFixed(3)),
        'a beacon, ms': Number(percentile(beaconTimes, 0.5).toFixed(2)),
        'median ratio': Number((ms('beside', 0.5) / ms('without', 0.5)).toFixed(3)),
        'rows of a day': rows[0]?.rows,
        'size of a day, MB': Number(((rows[0]?.bytes ?? 0) / 1e6).toFixed(1)),
      },
    ]);
  },
);
