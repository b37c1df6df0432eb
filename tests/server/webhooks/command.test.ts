import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eraseAccount } from '#server/cli/erase-account.ts';
import { runLeadsCommand } from '#server/cli/leads-command.ts';
import { deliveryStates } from '#server/cli/webhooks.ts';
import { openDatabase } from '#server/database/open-database.ts';
import type { Database } from '#server/database/types.ts';
import { enqueueWebhooks } from '#server/webhooks/events.ts';
import { claimWebhooks, endEndpoint, recordWebhooks } from '#server/webhooks/queue.ts';
import { copyEmbeddedTemplate } from '#tests/support/server/database/embedded-template.ts';
import { createDatabase, databaseKinds } from '#tests/support/server/database/test-database.ts';
import { keyOf } from '#tests/support/server/webhooks/webhook-steps.ts';

const ONE = 'https://one.example/hook';
const OTHER = 'https://other.example/hook';
const LEASE_MS = 30_000;

const addLead = async (db: Kysely<Database>, email: string): Promise<string> => {
  const texts = { name: 'Asha', phone: '1', organization: 'Acme', message: '' };
  const campaign = {
    utm_source: '',
    utm_medium: '',
    utm_campaign: '',
    utm_term: '',
    utm_content: '',
  };
  const { id } = await db
    .insertInto('leads')
    .values({ ...texts, ...campaign, email, digest: Buffer.alloc(32) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

describe.each(databaseKinds)('npm run leads -- webhooks (%s)', (kind) => {
  let env: Record<string, string> = {};
  let drop = async () => {};

  const withDatabase = async <Result>(work: (db: Kysely<Database>) => Promise<Result>) => {
    const { db, close } = await openDatabase({
      dataDir: env['DATA_DIR'] ?? '',
      databaseUrl: env['DATABASE_URL'],
    });
    const result = await work(db);
    await close();
    return result;
  };
  const runLeads = async (...args: string[]) => {
    const written = { stdout: '', stderr: '' };
    const code = await runLeadsCommand(args, env, {
      stdout: { write: (text) => (written.stdout += text) },
      stderr: { write: (text) => (written.stderr += text) },
    });
    return { code, ...written };
  };
  const run = (...args: string[]) => runLeads('webhooks', ...args);
  /** Enqueues the event of a new demo request, delivers or gives it up, and returns the ids of request and webhook. */
  const enqueue = (email: string, next?: 'delivered' | 'dead') =>
    withDatabase(async (db) => {
      const lead = await addLead(db, email);
      await enqueueWebhooks(db, [ONE], 'lead.created', lead);
      const { id } = await db
        .selectFrom('outbox')
        .where('subject', '=', lead)
        .select('id')
        .executeTakeFirstOrThrow();
      if (next) {
        await claimWebhooks(db, ONE, 1, LEASE_MS);
        await recordWebhooks(db, [{ id, next, failure: 'HTTP 500' }]);
      }
      return { lead, id };
    });

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sitara-webhooks-'));
    const database = kind === 'PGlite' ? undefined : await createDatabase();
    env = {
      DATA_DIR: folder,
      SECRET_KEY: 'x'.repeat(32),
      WEBHOOK_URLS: `${ONE} ${keyOf(1).secret}`,
      ...(database && { DATABASE_URL: database.url }),
    };
    if (!database) await copyEmbeddedTemplate(folder);
    drop = async () => {
      await database?.drop();
      await rm(folder, { recursive: true });
    };
  });
  afterAll(() => drop());

  it('lists what waits, was delivered and is dead, without what it says', async () => {
    expect((await run()).stdout).toMatch(/^https:\/\/one\.example\/hook {2}in use {2}0 /m);
    const delivered = await enqueue('a@acme.example', 'delivered');
    const dead = await enqueue('b@acme.example', 'dead');
    await enqueue('c@acme.example');
    const { code, stdout } = await run();
    expect(code).toBe(0);
    const [line = ''] = stdout.split('\n').filter((text) => text.startsWith(ONE));
    expect(line.split(/ {2,}/)).toEqual([
      ONE,
      'in use',
      '1',
      expect.stringMatching(/ UTC$/),
      expect.stringMatching(/ UTC$/),
      '1',
      '1',
    ]);
    expect(stdout).toContain(`${dead.id}  lead.created  ${dead.lead}  ${ONE}  `);
    expect(stdout).toContain('HTTP 500');
    expect(stdout).not.toContain('acme.example');
    expect(stdout).not.toContain('whsec_');
    const states = await withDatabase((db) => deliveryStates(db, [delivered.lead, dead.lead]));
    expect(states.get(delivered.lead)).toEqual({ 'lead.created': 'delivered' });
    expect(states.get(dead.lead)).toEqual({ 'lead.created': 'dead' });
    const exported: { email: string; delivery: string }[] = JSON.parse(
      (await runLeads('--json')).stdout,
    );
    expect(exported.map(({ email, delivery }) => [email, delivery])).toEqual([
      ['a@acme.example', 'lead.created delivered'],
      ['b@acme.example', 'lead.created dead'],
      ['c@acme.example', 'lead.created waiting'],
    ]);
  });

  it('sends a dead letter again with its id, and says that its endpoint is in use again', async () => {
    const { lead, id } = await enqueue('d@acme.example');
    await withDatabase((db) => endEndpoint(db, ONE, 'HTTP 410'));
    expect((await run()).stdout).toMatch(/^https:\/\/one\.example\/hook {2}ended \d{4}-/m);
    const replayed = await run('--replay', id);
    expect(replayed).toEqual({
      code: 0,
      stdout: `Dead letters that are sent again: 1\n${ONE} was ended by its answer 410; it is in use again.\n`,
      stderr: '',
    });
    const waiting = await withDatabase((db) =>
      db.selectFrom('outbox').where('id', '=', id).select(['subject', 'recipient']).execute(),
    );
    expect(waiting).toEqual([{ subject: lead, recipient: ONE }]);
    const states = await withDatabase((db) => deliveryStates(db, [lead]));
    expect(states.get(lead)).toEqual({ 'lead.created': 'waiting' });
    const audited = await withDatabase((db) =>
      db.selectFrom('audit').where('event', '=', 'operator.replayed').select('outcome').execute(),
    );
    expect(audited).toEqual([{ outcome: 'accepted' }]);
    expect((await run('--replay', 'all')).stdout).toMatch(/^Dead letters that are sent again: \d/);
  });

  it.each([
    ['not-an-id', 2, '--replay is not an id: not-an-id'],
    ['00000000-0000-7000-8000-000000000000', 1, 'There is no dead letter 0000'],
    ['all', 1, 'There is no dead letter for an address in WEBHOOK_URLS.'],
  ])('refuses --replay %s', async (id, code, message) => {
    const refused = await run('--replay', id);
    expect([refused.code, refused.stdout]).toEqual([code, '']);
    expect(refused.stderr).toContain(message);
  });

  it('names an endpoint that is not in the settings any more, and sends nothing to it', async () => {
    const { id } = await enqueue('e@acme.example', 'dead');
    const before = env['WEBHOOK_URLS'] ?? '';
    env['WEBHOOK_URLS'] = `${OTHER} ${keyOf(1).secret}`;
    expect((await run()).stdout).toMatch(/^https:\/\/one\.example\/hook +not in WEBHOOK_URLS /m);
    expect((await run('--replay', id)).code).toBe(1);
    expect((await run('--replay', 'all')).code).toBe(1);
    env['WEBHOOK_URLS'] = before;
  });

  it('has nothing of an erased address, waiting or dead', async () => {
    const waiting = await enqueue('erased@gone.example');
    const dead = await enqueue('erased+jobs@gone.example', 'dead');
    await withDatabase((db) => eraseAccount(db, 'erased@gone.example'));
    const states = await withDatabase((db) => deliveryStates(db, [waiting.lead, dead.lead]));
    expect([...states]).toEqual([]);
  });
});
