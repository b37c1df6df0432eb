import { describe, expect, it } from 'vitest';
import { killInALoop } from '../support/kill-loop.ts';
import { newFolder, newInbox, newSchema } from '../support/server-fleet.ts';
import { databaseKinds } from '../support/test-database.ts';

const KILLS = 50;

describe.each(databaseKinds)('on %s', (kind) => {
  it(`a server that is killed ${KILLS} times while people sign up keeps what it acknowledged`, async ({
    task,
  }) => {
    const inbox = await newInbox();
    const env: { DATA_DIR: string; DATABASE_URL?: string } = { DATA_DIR: await newFolder() };
    if (kind === 'PostgreSQL')
      env.DATABASE_URL = await newSchema(process.env['TEST_DATABASE_URL'] ?? '');
    const figures = await killInALoop({ kills: KILLS, env, inbox, isBuilt: true });
    task.meta.figures = { kills: KILLS, ...figures };
    expect(figures.interrupted).toBeGreaterThan(KILLS / 2);
  });
});
