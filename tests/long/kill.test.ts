import { describe, expect, it } from 'vitest';
import { runKillLoop } from '#tests/support/faults/kill-loop.ts';
import { newDatabase, newFolder, newInbox } from '#tests/support/faults/running-server.ts';
import { databaseKinds } from '#tests/support/server/database/test-database.ts';

const KILLS = 50;

describe.each(databaseKinds)('on %s', (kind) => {
  it(`a server that is killed ${KILLS} times during sign-ups keeps everything it acknowledged`, {
    tags: 'random',
  }, async (context) => {
    const inbox = await newInbox();
    const env: { DATA_DIR: string; DATABASE_URL?: string } = { DATA_DIR: await newFolder() };
    if (kind === 'PostgreSQL') env.DATABASE_URL = await newDatabase(context);
    const figures = await runKillLoop({ kills: KILLS, env, inbox });
    context.task.meta.figures = { kills: KILLS, ...figures };
    expect(figures.interrupted).toBeGreaterThan(KILLS / 2);
  });
});
