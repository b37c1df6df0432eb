import { expect, test } from 'vitest';
import { fillPath, paths } from '#contract/paths.ts';
import { databaseKinds } from '#tests/support/server/database/test-database.ts';
import { makeAccount } from '#tests/support/server/log-in-steps.ts';
import { openTestServer, type TestServer } from '#tests/support/server/test-server.ts';
import { median } from '../median.ts';

const ROUNDS = 60;

const timed = async (run: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await run();
  return performance.now() - start;
};

test.each(databaseKinds)(
  'responses for known and unknown addresses take equally long (%s)',
  async (kind) => {
    const server: TestServer = await openTestServer(kind);
    const times: Record<string, { known: number[]; unknown: number[] }> = {
      'wrong password': { known: [], unknown: [] },
      'request for a code': { known: [], unknown: [] },
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      const { email: known } = await makeAccount(server);
      // Interleaved, so that both are measured under the same machine load.
      for (const [who, email] of [
        ['known', known],
        ['unknown', server.email()],
      ] as const) {
        const client = server.client();
        await client.get(paths.xsrf);
        times['wrong password']?.[who].push(
          await timed(() => client.post(paths.login, { email, password: 'not this one' })),
        );
        times['request for a code']?.[who].push(
          await timed(() => client.post(fillPath(paths.sendLoginCode, email))),
        );
      }
    }
    await server.close();
    const rows = Object.entries(times).map(([call, { known, unknown }]) => ({
      database: kind,
      call,
      'known, ms': Number(median(known).toFixed(2)),
      'unknown, ms': Number(median(unknown).toFixed(2)),
      ratio: Number((median(known) / median(unknown)).toFixed(2)),
    }));
    console.table(rows);
    console.log(JSON.stringify(rows));
    expect(rows).toHaveLength(2);
  },
);
