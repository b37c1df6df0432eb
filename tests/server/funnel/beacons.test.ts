import { sql } from 'kysely';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { FLOWS } from '#build/charts/chart-table.ts';
import { chartTables } from '#build/commands/build.ts';
import { FUNNEL_PATH } from '#contract/funnel.ts';
import { required } from '#contract/text.ts';
import { runFunnelCommand } from '#server/cli/funnel-command.ts';
import { reap } from '#server/database/reaper.ts';
import { readReport } from '#server/funnel/report.ts';
import { addSums, type Counted, storeCharts } from '#server/funnel/sums.ts';
import { createMetrics } from '#server/metrics/metrics.ts';
import { ORIGIN, onEachDatabase, type TestServer } from '#tests/support/server/test-server.ts';

const charts = chartTables();

const tableOf = (chart: string) => {
  const table = charts.find((one) => one.chart === chart);
  if (!table) throw new Error(`There is no chart ${chart}.`);
  return table;
};

it('names flows, goals and regions that the charts have', () => {
  for (const [chart, { goal, region }] of Object.entries(FLOWS)) {
    const { states, goals } = tableOf(chart);
    expect(goals.map((number) => states[number])).toEqual([goal]);
    if (region !== undefined) expect(states).toContain(region);
  }
  // Whatever has several ends, says which is its goal.
  const several = charts.filter(({ final, place }) => final.length > 1 && place === undefined);
  expect(several.map(({ chart }) => chart)).toEqual(['checkoutScript', 'reauthentication']);
});

const otp = tableOf('otp');
const edge = (id: string): number => otp.edges.findIndex((one) => one.id === id);
const state = (path: string): number => otp.states.indexOf(path);
const TYPED = edge('open.entry.entering|code.changed|2');
const SHOWN = edge('open.boxes.deciding||1');
const ENTERING = state('open.entry.entering.neutral');
/** A code that was typed and right. */
const CHECKED = ['entering|code.changed|1', 'verifying|xstate.done.actor.verifyCode|0'].flatMap(
  (id) => [edge(`open.entry.${id}`), 1],
);
const VERIFYING = state('open.entry.verifying');
/** The places in the other regions of an actor that stands in one of these. */
const beside = (actors = 1): number[] =>
  ['open.delivery.deciding', 'open.boxes.deciding'].flatMap((path) => [state(path), actors]);

/** What a page tells of one visit to the code's boxes: each digit is an edge. */
const visit = (
  more: Partial<{ started: number; edges: number[]; places: number[]; version: string }> = {},
) => {
  const { started = 1, edges = [SHOWN, 1, TYPED, 6], version } = more;
  const { places = [ENTERING, 1, ...beside()] } = more;
  return ['otp', version ?? otp.version, started, edges, places];
};
const beacon = (...parts: unknown[]) => ({
  device: 'wide',
  campaign: false,
  charts: parts.length > 0 ? parts : [visit()],
});

let count = 0;
const tell = async (
  { app }: TestServer,
  body: unknown,
  { ip, ...headers }: { ip?: string } & Record<string, string> = {},
) => {
  count += 1;
  const response = await app.inject({
    method: 'POST',
    url: FUNNEL_PATH,
    remoteAddress: ip ?? `10.9.${count >> 8}.${count & 255}`,
    headers: { origin: ORIGIN, 'content-type': 'text/plain;charset=UTF-8', ...headers },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return response.statusCode;
};

const today = () => {
  const now = Date.now();
  const day = (time: number) => new Date(time).toISOString().slice(0, 10);
  return { from: day(now), to: day(now + 86_400_000) };
};

const sumsOf = async ({ db }: TestServer, selection = {}) => {
  const { report } = await readReport(db, { ...today(), ...selection });
  return report.charts.find(({ chart }) => chart === 'otp');
};

const clear = ({ db }: TestServer) => db.deleteFrom('funnel_sums').execute();

const metrics = createMetrics();

onEachDatabase(
  'beacons of pages',
  (server) => {
    it('are summed by edge and by the state where a visit ended', async () => {
      await clear(server());
      for (let index = 0; index < 7; index += 1) expect(await tell(server(), beacon())).toBe(204);
      expect(await tell(server(), { ...beacon(), device: 'narrow', campaign: true })).toBe(204);
      expect(await sumsOf(server())).toMatchObject({
        now: {
          started: 8,
          finished: 0,
          edges: { 'open.entry.entering|code.changed|2': 48, 'open.boxes.deciding||1': 8 },
          left: { 'open.entry.entering.neutral': 8 },
        },
        before: { started: 0, edges: {}, left: {} },
      });
      expect((await sumsOf(server(), { device: 'wide' }))?.now.started).toBe(7);
      expect((await sumsOf(server(), { device: 'narrow' }))?.now.started).toBeNull();
      expect((await sumsOf(server(), { campaign: false }))?.now.started).toBe(7);
      const selection = { ...today(), device: 'wide', campaign: false } as const;
      expect((await readReport(server().db, selection)).report.visits).toBe(
        'only visits on wide windows, not by a campaign',
      );
    });

    it('of a version are hidden where the sums of both periods would tell one below five', async () => {
      await clear(server());
      for (let index = 0; index < 9; index += 1) {
        if (index === 7)
          await sql`update funnel_sums set hour = hour - interval '1 day'`.execute(server().db);
        await tell(server(), beacon());
      }
      expect(await sumsOf(server())).toMatchObject({
        versions: [{ started: null }],
        now: { started: null },
        before: { started: 7 },
      });
    });

    it('are one statement, and store nothing but the sums', async () => {
      await clear(server());
      await tell(server(), beacon());
      const rows = await server().db.selectFrom('funnel_sums').selectAll().execute();
      expect(rows.length).toBe(6);
      for (const { hour } of rows) expect(hour.getTime() % 3_600_000).toBe(0);
      const { rows: columns } = await sql<{ name: string }>`select column_name as name
        from information_schema.columns where table_name = 'funnel_sums'`.execute(server().db);
      expect(new Set(columns.map(({ name }) => name))).toEqual(
        new Set(['hour', 'chart_version', 'item', 'is_narrow', 'is_campaign', 'count']),
      );
    });

    it('are summed by hours of UTC, whatever the time zone of the database', async () => {
      await clear(server());
      await server()
        .db.connection()
        .execute(async (connection) => {
          const known = [...(await storeCharts(connection, [otp])).values()];
          const counted = known.map((one): Counted => ({ ...one, counts: [1, [], []] }));
          // Half an hour off.
          await sql`set time zone 'Asia/Kolkata'`.execute(connection);
          await addSums(connection, { isNarrow: false, isCampaign: false, counted });
          await sql`reset time zone`.execute(connection);
        });
      const rows = await server().db.selectFrom('funnel_sums').select('hour').execute();
      expect(rows.map(({ hour }) => hour.getTime() % 3_600_000)).toEqual([0]);
    });

    it('of a visit that goes on move it from one state to another', async () => {
      await clear(server());
      for (let index = 0; index < 6; index += 1) {
        await tell(server(), beacon());
        const moved = visit({
          started: 0,
          edges: [edge('open.entry.entering|code.changed|1'), 1],
          places: [ENTERING, -1, VERIFYING, 1],
        });
        expect(await tell(server(), beacon(moved))).toBe(204);
      }
      expect((await sumsOf(server()))?.now).toMatchObject({
        started: 6,
        left: { 'open.entry.verifying': 6 },
      });
      // Typed more in the state where the beacon before left off.
      const typed = visit({ started: 0, edges: [TYPED, 1], places: [ENTERING, 0] });
      expect(await tell(server(), beacon(typed))).toBe(204);
    });

    it('below five are not shown, and nothing of a chart that fewer than five started', async () => {
      await clear(server());
      for (let index = 0; index < 4; index += 1) await tell(server(), beacon());
      // Each of them took an edge six times.
      expect((await sumsOf(server()))?.now).toEqual({
        started: null,
        finished: null,
        edges: {},
        left: {},
      });
      await tell(server(), beacon(visit({ edges: CHECKED, places: [VERIFYING, 1, ...beside()] })));
      expect((await sumsOf(server()))?.now).toMatchObject({
        started: 5,
        left: { 'open.entry.entering.neutral': null, 'open.entry.verifying': null },
      });
    });

    const KEYS = { email: 'asha@acme.example', id: 1, time: 1, url: '/', at: '2026-11-26' };
    it.each([
      ...Object.entries(KEYS).map(([key, value]) => ({ ...beacon(), [key]: value })),
      { ...beacon(), device: 'phone' },
      { ...beacon(), campaign: 'yes' },
      { ...beacon(), charts: [] },
      { device: 'wide', campaign: false },
      beacon(['otp', otp.version, 1, []]),
      beacon([...visit(), 'more']),
      beacon(visit({ version: 'ffffffff' })),
      beacon(visit({ version: "1' or 1" })),
      beacon(['nope', otp.version, 1, [], []]),
      beacon(visit({ edges: [otp.edges.length, 1] })),
      beacon(visit({ edges: [-1, 1] })),
      beacon(visit({ edges: [TYPED, 0] })),
      beacon(visit({ edges: [TYPED, -1] })),
      beacon(visit({ edges: [TYPED, 1001] })),
      beacon(visit({ edges: [TYPED, 1.5] })),
      beacon(visit({ edges: [TYPED, '1'] as unknown as number[] })),
      beacon(visit({ edges: [TYPED] })),
      beacon(visit({ edges: [TYPED, 1, TYPED, 1] })),
      beacon(visit({ places: [otp.states.length, 1] })),
      beacon(visit({ places: [ENTERING, 51, ...beside(51)] })),
      // More than there are, fewer, none in a region, in two of its states, in the chart and at its end, and lost.
      beacon(visit({ started: 2, places: [ENTERING, 3, ...beside(3)] })),
      beacon(visit({ started: 2 })),
      beacon(visit({ places: [ENTERING, 1] })),
      beacon(visit({ edges: CHECKED, places: [ENTERING, 1, VERIFYING, 1, ...beside()] })),
      beacon(visit({ edges: CHECKED, places: [ENTERING, 1, ...beside(), state('verified'), 1] })),
      beacon(visit({ started: 0, edges: [], places: [ENTERING, -1, ...beside(-1)] })),
      // Nobody leaves an end.
      beacon(visit({ places: [state('verified'), -1, ENTERING, 2, ...beside(2)] })),
      beacon(visit(), visit()),
      beacon(['\u0000', otp.version, 1, [], []]),
      // Nobody can stand in a state that has others.
      beacon(visit({ places: [state('open.entry'), 1, ENTERING, 1, ...beside()] })),
      beacon(visit({ places: [state('open.entry'), 1, ...beside()] })),
      beacon(visit({ places: [0, 1, ENTERING, 1, ...beside()] })),
      beacon(
        visit({
          started: 51,
          edges: CHECKED,
          places: [ENTERING, 50, ...beside(50), state('verified'), 1],
        }),
      ),
      beacon(visit({ started: -1 })),
      // Nobody came to its source.
      beacon(visit({ started: 0 })),
      beacon(visit({ edges: [edge('open.entry.verifying|xstate.done.actor.verifyCode|0'), 1] })),
      beacon(visit({ edges: [], places: [VERIFYING, 1, ...beside()] })),
      beacon(visit(), visit({ started: 0 })),
      '[]',
      'null',
      '{"device":"wide","device":"wide","campaign":false,"charts":[]}',
      '{',
      `${JSON.stringify(beacon())}${' '.repeat(1024)}`,
    ])('with anything else are refused: %j', async (body) => {
      await clear(server());
      expect([400, 413]).toContain(await tell(server(), body));
      expect(await server().db.selectFrom('funnel_sums').selectAll().execute()).toEqual([]);
    });

    it('are accepted in any order of their pairs, also where a count is the number of another edge', async () => {
      const first = edge('open.boxes.deciding||0');
      for (const edges of [
        [SHOWN, TYPED, TYPED, SHOWN],
        [TYPED, first, first, 1],
        [first, 1, TYPED, 1, SHOWN, first],
      ])
        expect(await tell(server(), beacon(visit({ edges })))).toBe(204);
    });

    it('become sums that are larger than 32 bits', async () => {
      await clear(server());
      await tell(server(), beacon());
      await sql`update funnel_sums set count = 3000000000`.execute(server().db);
      expect(await tell(server(), beacon())).toBe(204);
      expect((await sumsOf(server()))?.now.started).toBe(3000000001);
    });

    it('say what is for the goal and what is another end', async () => {
      await clear(server());
      const table = tableOf('wizard');
      const end = (path: string) => [
        'wizard',
        table.version,
        6,
        [],
        [table.states.indexOf(path), 6],
      ];
      const walk = table.edges
        .map(({ id }, number) => ({ id, number }))
        .filter(({ id }) => !id.includes('ticketEnded'))
        .flatMap(({ number }) => [number, 6]);
      for (const path of ['finished', 'leftByBack'])
        expect(await tell(server(), beacon(end(path).with(3, walk)))).toBe(204);
      const { report } = await readReport(server().db, today());
      expect(report.charts.find(({ chart }) => chart === 'wizard')?.now).toMatchObject({
        started: 12,
        finished: 6,
        left: { finished: 6, leftByBack: 6 },
      });
    });

    it('come from pages of the site, as plain text', async () => {
      expect(await tell(server(), beacon(), { origin: 'https://elsewhere.example' })).toBe(403);
      expect(await tell(server(), beacon(), { 'content-type': 'application/json' })).toBe(415);
      expect(await tell(server(), beacon(), { origin: 'https://www.partner.example' })).toBe(204);
    });

    it.each(['dnt', 'sec-gpc'])('with %s are not counted', async (header) => {
      await clear(server());
      expect(await tell(server(), beacon(), { [header]: '1' })).toBe(204);
      expect(await sumsOf(server())).toBeUndefined();
    });

    it('of one network are limited, in memory, and in the metrics', async () => {
      const ip = '203.0.113.9';
      for (let index = 0; index < 300; index += 1)
        await tell(server(), beacon(visit({ edges: [] })), { ip });
      expect(await tell(server(), beacon(), { ip })).toBe(429);
      expect(await tell(server(), beacon(), { ip: '198.51.100.7' })).toBe(204);
      const { rows } = await sql<{ key: string }>`select key from limits
        where key like '%203.0.113.%'`.execute(server().db);
      expect(rows).toEqual([]);
      const text = await metrics.read();
      expect(text).toMatch(
        /^http_requests_total\{method="POST",route="\/funnel",status="429"\} \d/m,
      );
      for (const place of ['running', 'waiting'])
        expect(text).toContain(`work_queue_tasks{queue="beacons",state="${place}"} 0`);
    });

    it('of a tab that is older than the server are counted by its own version', async () => {
      await clear(server());
      const [, ...others] = otp.edges;
      // One of its edges led elsewhere.
      const edges = others.map((one) =>
        one.id === 'open.boxes.deciding||1' ? { ...one, targets: ['open.boxes.shown'] } : one,
      );
      const former = { ...otp, version: '0f0f0f0f', edges };
      await server()
        .db.insertInto('chart_versions')
        .values({
          chart: 'otp',
          version: former.version,
          definition: JSON.stringify(former),
          first_seen: new Date(0),
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const old = visit({
        version: former.version,
        edges: [SHOWN - 1, 1, TYPED - 1, 6],
      });
      for (let index = 0; index < 5; index += 1) await tell(server(), beacon(old));
      await tell(server(), beacon());
      const sums = await sumsOf(server());
      // Edges keep their names while others come and go.
      expect(sums?.now.edges['open.entry.entering|code.changed|2']).toBe(36);
      expect(sums?.now.edges['open.boxes.deciding||1']).toBeNull();
      expect(sums?.now.edges['open.boxes.deciding||1 in version 0f0f0f0f']).toBe(5);
      expect(sums?.versions).toEqual(
        expect.arrayContaining([
          { version: former.version, started: 5 },
          { version: otp.version, started: null },
        ]),
      );
      // What only fewer than five have done is of a version that the others don't have.
      await clear(server());
      for (let index = 0; index < 5; index += 1) await tell(server(), beacon());
      const often = visit({ version: former.version, edges: [SHOWN - 1, 6, TYPED - 1, 6] });
      expect(await tell(server(), beacon(often))).toBe(204);
      const { edges: known } = required((await sumsOf(server()))?.now);
      expect(Object.keys(known).filter((name) => name.includes(' in version '))).toEqual([]);
    });

    it('become sums of months after 400 days', async () => {
      const { db } = server();
      await clear(server());
      await tell(server(), beacon());
      await sql`insert into funnel_sums (hour, chart_version, item, is_narrow, is_campaign, count)
        select hour - make_interval(days => 430, hours => n), chart_version, item,
        is_narrow, is_campaign, count from funnel_sums, generate_series(0, 400) as n`.execute(db);
      for (const _round of [1, 2]) {
        await reap(db);
        const { rows } = await sql<{ hour: Date; item: number; count: number }>`
          select hour, item, sum(count)::integer as count, min(date_trunc('month', hour, 'UTC')) as month
          from funnel_sums where hour < now() - interval '400 days' group by hour, item`.execute(
          db,
        );
        expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(401 * 11);
        for (const { hour } of rows) expect(hour.toISOString()).toMatch(/-01T00:00:00\.000Z$/);
      }
    });
  },
  { config: { charts }, metrics },
);

it('sums are exported as metrics after each hour, in steps of five', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1, 9, 20) });
  onTestFinished(() => void vi.useRealTimers());
  const metrics = createMetrics();
  const started = { chart: 'otp', kind: 'started', of: '' } as const;
  const stands = { chart: 'otp', kind: 'state', of: 'open' } as const;
  const series = async () => (await metrics.read()).match(/^funnel_sums.*$/gm) ?? [];
  metrics.traffic([
    { ...started, count: 4 },
    { ...stands, count: 13 },
  ]);
  expect(await series()).toEqual([]);
  vi.setSystemTime(Date.UTC(2026, 0, 1, 9, 59, 59));
  expect(await series()).toEqual([]);
  vi.setSystemTime(Date.UTC(2026, 0, 1, 10));
  // Fewer than five may have done it.
  expect(await series()).toEqual([]);
  metrics.traffic([{ ...started, count: 3 }]);
  expect(await series()).toEqual([]);
  vi.setSystemTime(Date.UTC(2026, 0, 1, 11));
  const shown = [
    'funnel_sums{chart="otp",kind="started",of=""} 5',
    'funnel_sums{chart="otp",kind="state",of="open"} 10',
  ];
  expect(await series()).toEqual(shown);
  metrics.traffic([
    { ...started, count: 2 },
    { ...stands, count: -9 },
  ]);
  vi.setSystemTime(Date.UTC(2026, 0, 1, 12));
  // Fewer than five more would be told by the difference.
  expect(await series()).toEqual(shown);
  metrics.traffic([{ ...started, count: 3 }]);
  vi.setSystemTime(Date.UTC(2026, 0, 1, 13));
  // The beacon that comes first renews them, too, and is of the new hour.
  metrics.traffic([{ ...started, count: 99 }]);
  expect(await series()).toEqual(['funnel_sums{chart="otp",kind="started",of=""} 10']);
});

onEachDatabase('a server without FUNNEL', (server) => {
  it('has no address for beacons', async () => {
    expect(await tell(server(), beacon())).toBe(404);
  });
});

describe('npm run funnel', () => {
  const run = async (args: string[]) => {
    const printed = { stdout: '', stderr: '' };
    const write = (name: keyof typeof printed) => ({
      write: (text: string) => {
        printed[name] += text;
      },
    });
    const code = await runFunnelCommand(
      args,
      { DATA_DIR: '/nowhere' },
      { stdout: write('stdout'), stderr: write('stderr') },
    );
    return { code, ...printed };
  };

  it.each([
    [['--days', '0'], '--days is a number from 1 to 400, not 0'],
    [['--days', 'x'], '--days is a number from 1 to 400, not x'],
    [['--from', '2026-11-01'], '--from and --to belong together.'],
    [['--from', '2026-11-31', '--to', '2026-12-01'], '--from is not a day: 2026-11-31'],
    [['--from', '2026-11-02', '--to', '2026-11-01'], '--to is before --from.'],
    [['--device', 'phone'], '--device is narrow or wide, not phone'],
    [['--campaign', 'x'], '--campaign is yes or no, not x'],
    [
      ['--days', '3', '--from', '2026-11-01', '--to', '2026-11-02'],
      'Choose --days, or --from and --to.',
    ],
    [['--json', '--csv'], 'Choose one format: --csv or --json.'],
    [['otp'], 'Unexpected argument: otp'],
  ])('refuses %j', async (args, line) => {
    const { code, stdout, stderr } = await run(args);
    expect({ code, stdout, first: stderr.split('\n')[0] }).toEqual({
      code: 2,
      stdout: '',
      first: line,
    });
  });

  it('prints its usage', async () => {
    expect(await run(['--help'])).toMatchObject({ code: 0, stderr: '' });
  });
});
