import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from '#build/root.ts';
import { paths } from '#contract/calls/paths.ts';
import { MS_PER_S } from '#contract/durations.ts';
import { migrate } from '#server/database/migrate.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { createDatabase, databaseKinds } from '#tests/support/server/database/test-database.ts';
import { readMs } from '../load/processor-time.ts';
import { markdownTable } from '../markdown-table.ts';
import { median } from '../median.ts';
import { startBuiltServer } from './built-server.ts';
import { nextNetwork } from './client-network.ts';
import { type MakeRequest, prepareHotCalls } from './hot-calls.ts';
import { sendLoad } from './measure-load.ts';
import { type NodeProcess, startNode } from './node-process.ts';

const BARE_SERVER = join(ROOT, 'tests', 'bench', 'server', 'bare-server.js');
const SECRET_KEY = 'a secret key that only the benchmark knows';
const CONNECTIONS = 20;
const isQuick = process.env['BENCH_QUICK'] === '1';
const ROUNDS = isQuick ? 1 : 3;
const SECONDS = isQuick ? 2 : 4;
// Before, compiling the code is a quarter of the time.
const WARM_UP_TIMES = 10_000;

const [script] = readdirSync(join(ROOT, 'dist', 'web', 'assets')).filter((file) =>
  /^index-.*\.js$/.test(file),
);

const get =
  (path: string, headers = {}): MakeRequest =>
  () => ({ method: 'GET', path, headers: { ...nextNetwork(), ...headers } });

/** Microseconds of processor time, user and system, that a request costs the server's process. */
const measureCost = async ({ url, pid }: NodeProcess, request: MakeRequest) => {
  const before = readMs(`/proc/${pid}/stat`);
  const { perSecond, failed } = await sendLoad(url, request, {
    seconds: SECONDS,
    connections: CONNECTIONS,
  });
  const ms = readMs(`/proc/${pid}/stat`) - before;
  return { us: (ms * MS_PER_S) / (perSecond * SECONDS), perSecond, failed };
};

test.each(databaseKinds)(
  'what a request costs beside Fastify with nothing on it (%s)',
  async (kind) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'sitara-bench-'));
    const database = kind === 'PostgreSQL' ? await createDatabase() : undefined;
    onTestFinished(async () => {
      await database?.drop();
      await rm(dataDir, { recursive: true });
    });
    const { db, close } = await openDatabase({ dataDir, databaseUrl: database?.url });
    await migrate(db);
    const { getuser } = await prepareHotCalls(db, { secretKey: SECRET_KEY, codes: 1 });
    await close();
    const ours = await startBuiltServer({
      DATA_DIR: dataDir,
      SECRET_KEY,
      TRUST_PROXY: '1',
      ...(database && { DATABASE_URL: database.url }),
    });
    onTestFinished(() => ours.stop());
    const bare = await startNode([BARE_SERVER], database ? { DATABASE_URL: database.url } : {});
    onTestFinished(() => bare.stop());

    const compressed = { 'accept-encoding': 'gzip, br' };
    const rows: [name: string, server: NodeProcess, request: MakeRequest, beside: string][] = [
      ['bare: JSON', bare, get('/json'), 'bare: JSON'],
      // The client is slow with bodies, so that the server wakes up for each request.
      ['bare: the bytes of /pricing', bare, get('/page'), 'bare: JSON'],
      ...(database ? [['bare: a row', bare, get('/row'), 'bare: a row'] as never] : []),
      [paths.alive, ours, get(paths.alive), 'bare: JSON'],
      ['/pricing', ours, get('/pricing', compressed), 'bare: JSON'],
      [`/assets/${script}`, ours, get(`/assets/${script}`, compressed), 'bare: JSON'],
      [paths.currentUser, ours, getuser, database ? 'bare: a row' : 'bare: JSON'],
    ];
    const costs = new Map(rows.map(([name]) => [name, [] as { us: number; perSecond: number }[]]));
    let sumFailed = 0;
    for (const [, server, request] of rows)
      await sendLoad(server.url, request, { times: WARM_UP_TIMES, connections: CONNECTIONS });
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [name, server, request] of rows) {
        const { failed, ...cost } = await measureCost(server, request);
        sumFailed += failed;
        costs.get(name)?.push(cost);
      }
    const medianOf = (name: string, what: 'us' | 'perSecond') =>
      median((costs.get(name) ?? []).map((cost) => cost[what]));
    const table = rows.map(([name, , , beside]) => ({
      request: name,
      'µs of CPU': medianOf(name, 'us').toFixed(0),
      'a second': Math.round(medianOf(name, 'perSecond')),
      'times bare': (medianOf(name, 'us') / medianOf(beside, 'us')).toFixed(1),
    }));
    console.log(`${kind}\n${markdownTable(table)}`);
    console.log(JSON.stringify({ database: kind, table }));
    expect(sumFailed).toBe(0);
  },
);
