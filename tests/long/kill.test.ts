import { describe, expect, it } from 'vitest';
import { runKillLoop } from '#tests/support/faults/kill-loop.ts';
import { newFolder, newInbox, newSchema } from '#tests/support/faults/running-server.ts';
import { databaseKinds } from '#tests/support/server/database/test-database.ts';

const KILLS = 50;

describe.each(databaseKinds)('on %s', (kind) => {
  it(`a server that is killed ${KILLS} times during sign-ups keeps everything it acknowledged`, {
    tags: 'random',
  }, async ({ task }) => {
    const inbox = await newInbox();
    const env: { DATA_DIR: string; DATABASE_URL?: string } = { DATA_DIR: await newFolder() };
    if (kind === 'PostgreSQL')
      env.DATABASE_URL = await newSchema(process.env['TEST_DATABASE_URL'] ?? '');
    const figures = await runKillLoop({ kills: KILLS, env, inbox, isBuilt: true });
    task.meta.figures = { kills: KILLS, ...figures };
    expect(figures.interrupted).toBeGreaterThan(KILLS / 2);
  });
});
