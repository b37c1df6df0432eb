import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { continueSignUp } from '#server/auth/codes/sign-up-ticket.ts';
import { hashToken } from '#server/config/keys.ts';
import { migrate } from '#server/database/migrate.ts';
import { openEarlierDatabase } from '#tests/support/server/database/earlier-database.ts';
import { databaseKinds, type TestDatabase } from '#tests/support/server/database/test-database.ts';

const OLD_STATES = ['proved', 'company made', 'user made'] as const;

describe.each(databaseKinds)('sign-ups of the version before (%s)', (kind) => {
  let database: TestDatabase;
  const insert = (address: string, state: string) =>
    sql`insert into sign_ups (email, state, token_hash, expires_at)
      values (${address}, ${state}, ${hashToken(address)}, now() + interval '1 hour')`.execute(
      database.db,
    );
  const states = async () => {
    const rows = await database.db.selectFrom('sign_ups').select(['email', 'state']).execute();
    return Object.fromEntries(rows.map(({ email, state }) => [email, state]));
  };
  beforeAll(async () => {
    database = await openEarlierDatabase(kind, '0013-sign-up-states');
    for (const state of [...OLD_STATES, 'accepted']) await insert(`${state}@acme.example`, state);
    await migrate(database.db);
  });
  afterAll(() => database.close());

  it('are in the same step after the migration', async () => {
    expect(await states()).toEqual({
      'proved@acme.example': 'verified',
      'company made@acme.example': 'company_created',
      'user made@acme.example': 'user_created',
      'accepted@acme.example': 'accepted',
    });
  });

  it.each(OLD_STATES)(
    'that a server of that version sets to "%s" meanwhile go on',
    async (state) => {
      const address = `later ${state}@acme.example`;
      await insert(address, state);
      const continued = await continueSignUp(database.db, address, async (_, { email }) => email);
      expect(continued).toBe(address);
    },
  );
});
