import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { audit, auditFailure } from '#server/audit/audit.ts';
import { createUser } from '#server/auth/accounts/accounts.ts';
import { codeLimits } from '#server/auth/codes/request-code.ts';
import { passwordLimits } from '#server/auth/logins/log-in.ts';
import { runCompanyCommand } from '#server/cli/company-command.ts';
import { runLeadsCommand } from '#server/cli/leads-command.ts';
import { createCompany } from '#server/companies/companies.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { fromNow, now } from '#server/database/time.ts';
import type { Database } from '#server/database/types.ts';
import { consumeLimits } from '#server/limits/rate-limits.ts';
import { rates } from '#server/limits/rates.ts';
import { enqueueMail } from '#server/mail/outbox.ts';
import { startServerProcess } from '#tests/support/faults/server-process.ts';
import { copyEmbeddedTemplate } from '#tests/support/server/database/embedded-template.ts';
import { createDatabase, databaseKinds } from '#tests/support/server/database/test-database.ts';
import { companyBody } from '#tests/support/server/sign-up-steps.ts';

const EMAIL = 'asha@brightfreight.example';
const DAY_MS = 24 * 60 * 60_000;
const HASH = 'a hash that must not be shown';

type Environment = Record<string, string>;

const newFolder = () => mkdtemp(join(tmpdir(), 'sitara-company-'));

const collecting =
  (command: typeof runCompanyCommand) =>
  async (env: Environment, ...args: string[]) => {
    const written = { stdout: '', stderr: '' };
    const collect = (name: 'stdout' | 'stderr') => ({
      write: (text: string) => {
        written[name] += text;
      },
    });
    const output = { stdout: collect('stdout'), stderr: collect('stderr') };
    return { code: await command(args, env, output), ...written };
  };
const run = collecting(runCompanyCommand);
const runLeads = collecting(runLeadsCommand);

const fill = async (settings: { dataDir: string; databaseUrl: string | undefined }) => {
  if (!settings.databaseUrl) await copyEmbeddedTemplate(settings.dataDir);
  const database = await openDatabase(settings);
  const { db } = database;
  const touch = { landing: '/', at: '2026-11-02T09:30:00.000Z' };
  const attribution = { first: { utm_source: 'x', ...touch }, last: touch };
  const company = { ...companyBody, chosenPlan: 'pro', attribution };
  const { id: companyId } = (await createCompany(db, EMAIL, company)) ?? { id: '' };
  const user = await createUser(db, {
    email: EMAIL,
    companyId,
    name: 'Asha Rao',
    privilege: 'Admin',
    passwordHash: HASH,
  });
  await auditFailure(db, {
    event: 'login.password',
    outcome: 'rejected',
    email: EMAIL,
    network: '10.0.0.1',
  });
  await audit(db, { event: 'session', outcome: 'ended', userId: user?.id, network: '10.0.0.2' });
  await auditFailure(db, { event: 'login.password', outcome: 'rejected', email: 'x@y.example' });
  return database;
};

describe.each(databaseKinds)('npm run company (%s)', (kind) => {
  let env: Environment;
  let end = async () => {};

  const change = async (work: (db: Kysely<Database>) => Promise<unknown>) => {
    const { db, close } = await openDatabase({
      dataDir: env['DATA_DIR'] ?? '',
      databaseUrl: env['DATABASE_URL'],
    });
    await work(db);
    await close();
  };

  beforeAll(async () => {
    const dataDir = await newFolder();
    if (kind === 'PGlite') {
      env = { DATA_DIR: dataDir };
      await (await fill({ dataDir, databaseUrl: undefined })).close();
      return;
    }
    const database = await createDatabase();
    env = { DATA_DIR: dataDir, DATABASE_URL: database.url, SECRET_KEY: 'x'.repeat(32) };
    // The server keeps running: with PostgreSQL the command works at any time.
    const filled = await fill({ dataDir, databaseUrl: database.url });
    end = async () => {
      await filled.close();
      await database.drop();
    };
  });
  afterAll(() => end());

  it('enables and disables ATS, and shows it', async () => {
    expect(await run(env, 'ats', 'on', ' Asha@BrightFreight.example')).toEqual({
      code: 0,
      stdout: 'ATS is on for Bright Freight.\n',
      stderr: '',
    });
    const shown = await run(env, 'show', EMAIL);
    expect(shown.code).toBe(0);
    expect(shown.stdout).toMatch(/^Company {6}Bright Freight$/m);
    expect(shown.stdout).toMatch(/^ATS {10}on$/m);
    expect(shown.stdout).toMatch(/^Departments {2}Sales, Finance$/m);
    expect(shown.stdout).toMatch(/^Chosen plan {2}pro$/m);
    expect(shown.stdout).toMatch(/^First visit {2}utm_source=x, opened \/, 2026-11-02/m);
    expect(shown.stdout).toMatch(/^User {9}Asha Rao$/m);
    expect(shown.stdout).toMatch(/^Status {7}sent$/m);
    expect(shown.stdout).toMatch(/^Password {5}open$/m);
    expect(shown.stdout).not.toContain(HASH);
    expect((await run(env, 'ats', 'off', EMAIL)).stdout).toBe('ATS is off for Bright Freight.\n');
    expect((await run(env, 'show', EMAIL)).stdout).toMatch(/^ATS {10}off$/m);
  });

  it('prints the outcome of every attempt and what operators did, oldest first', async () => {
    const { code, stdout } = await run(env, 'audit', EMAIL);
    expect(code).toBe(0);
    const [head, ...lines] = stdout.trimEnd().split('\n');
    expect(head).toMatch(/^When {21}What {13}Outcome {3}From$/);
    expect(lines).toEqual([
      expect.stringMatching(
        /^\d{4}-\d\d-\d\d [\d:]{5} {4}UTC {2}login\.password {3}rejected {2}10\.0\.0\.1$/,
      ),
      expect.stringMatching(/ UTC {2}company\.created {2}accepted {2}–$/),
      expect.stringMatching(/^\d{4}-\d\d-\d\d [\d:]{8} UTC {2}session {10}ended {5}10\.0\.0\.2$/),
      expect.stringMatching(/ UTC {2}operator\.ats {5}enabled {3}–$/),
      expect.stringMatching(/ UTC {2}operator\.ats {5}disabled {2}–$/),
      'A line without seconds stands for all such attempts in that minute.',
    ]);
    expect((await run(env, 'audit', 'x@y.example')).stdout).toContain('login.password');
  });

  it('prints all outcomes exactly once, page by page, with the commands that it names', async () => {
    const email = 'flooded@company.example';
    await change(async (db) => {
      // More rows in one minute than a page holds, a microsecond apart, plus some before and after.
      await sql`insert into audit (at, event, outcome, email, network, dedupe_key)
        select date_trunc('minute', now()) - interval '1 hour'
            - (n > 700)::integer * n * interval '1 microsecond', 'login.password', 'rejected', ${email},
          '10.1.' || n / 256 || '.' || n % 256, 'key ' || n from generate_series(1, 1100) as n`.execute(
        db,
      );
      await sql`insert into audit (at, event, outcome, email, network)
        select now() - n * interval '59.999999 minutes', 'login.password', 'accepted', ${email}, '10.0.0.' || n
        from generate_series(0, 5) as n`.execute(db);
    });
    const seen: string[] = [];
    let words = ['audit', email];
    for (let page = 1; page <= 3; page += 1) {
      const { code, stdout } = await run(env, ...words);
      expect(code).toBe(0);
      const lines = stdout.trimEnd().split('\n').slice(1);
      const older = lines.at(-1) ?? '';
      seen.push(...lines.flatMap((line) => line.match(/10\.\S+$/) ?? []));
      if (page === 3) expect(older).not.toContain('Older ones');
      else {
        expect(older).toMatch(
          /^Older ones: npm run company -- audit flooded@company\.example --before \S+Z\/\S+$/,
        );
        expect(lines.filter((line) => /10\.\S+$/.test(line))).toHaveLength(500);
        words = older.split(' -- ')[1]?.split(' ') ?? [];
      }
    }
    expect(seen).toHaveLength(1106);
    expect(new Set(seen).size).toBe(1106);

    const some = await run(env, 'audit', email, '--no-refusals');
    expect(some.stdout.trimEnd().split('\n').slice(1)).toHaveLength(6);
    expect(some.stdout).not.toContain('rejected');
    expect((await run(env, 'audit', '--before', '2026-01-01', email)).stdout).toBe(
      'When  What  Outcome  From\n',
    );
  });

  it('shows under --no-refusals that a stolen session was used', async () => {
    const email = 'robbed@company.example';
    await change(async (db) => {
      for (const outcome of ['replayed', 'expired'] as const)
        await auditFailure(db, { event: 'session', outcome, email, network: '10.0.0.9' });
    });
    const { stdout } = await run(env, 'audit', email, '--no-refusals');
    expect(stdout).toContain('replayed');
    expect(stdout).not.toContain('expired');
  });

  it.each([
    [[EMAIL, '--before', 'yesterday']],
    [[EMAIL, '--before', '2026-02-30']],
    [[EMAIL, '--before', '2026-02-20/1']],
    [[EMAIL, '--before']],
    [[EMAIL, '--only']],
    [[EMAIL, 'x@y.example']],
    [[]],
  ])('prints its usage for the invalid audit arguments %j', async (words) => {
    const { code, stdout, stderr } = await run(env, 'audit', ...words);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^npm run company -- ats/m);
  });

  it('logs out an account, or everybody after a confirmation', async () => {
    await change(async (db) => {
      const user = await db.selectFrom('users').select('id').executeTakeFirstOrThrow();
      const session = { user_id: user.id, opened_by: 'code' } as const;
      const until = (days: number) => fromNow(days * DAY_MS);
      await db
        .insertInto('sessions')
        .values([
          { ...session, expires_at: until(1) },
          { ...session, expires_at: until(2) },
          { ...session, expires_at: until(-1) },
          { ...session, expires_at: until(1), ended_at: now },
        ])
        .execute();
    });
    expect((await run(env, 'show', EMAIL)).stdout).toMatch(/^Sessions {5}2$/m);
    expect(await run(env, 'log-out', ' Asha@BrightFreight.example')).toEqual({
      code: 0,
      stdout: `${EMAIL} is logged out. Ended sessions: 2.\n`,
      stderr: '',
    });
    expect((await run(env, 'show', EMAIL)).stdout).toMatch(/^Sessions {5}0$/m);
    expect((await run(env, 'audit', EMAIL)).stdout).toMatch(/operator\.logged-out +accepted +–$/m);
    expect(await run(env, 'log-out', '--all')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'This ends the sessions of everybody. To log everybody out, add --yes.\n',
    });
    expect((await run(env, 'log-out', '--all', '--yes')).stdout).toBe(
      'Everybody is logged out. Ended sessions: 0.\n',
    );
  });

  it('audits what an operator does without an address, too', async () => {
    const { code, stdout } = await runLeads(env, '--csv');
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^"id",/)]);
    await change(async (db) => {
      const rows = await db
        .selectFrom('audit')
        .where('event', 'like', 'operator.%')
        .select(['event', 'outcome', 'email'])
        .orderBy('at')
        .execute();
      expect(rows.map((row) => Object.values(row))).toEqual([
        ['operator.ats', 'enabled', EMAIL],
        ['operator.ats', 'disabled', EMAIL],
        ['operator.logged-out', 'accepted', EMAIL],
        ['operator.logged-out', 'accepted', null],
        ['operator.leads', 'accepted', null],
      ]);
    });
  });

  it('notes that mail to an address came back, again and again, and audits it', async () => {
    const noted = {
      code: 0,
      stdout: 'Noted for ravi@acme.example: the next sign-up with it says that mail came back.\n',
      stderr: '',
    };
    expect(await run(env, 'bounced', ' Ravi@Acme.example')).toEqual(noted);
    expect(await run(env, 'bounced', 'ravi@acme.example')).toEqual(noted);
    expect((await run(env, 'audit', 'ravi@acme.example')).stdout).toContain('operator.bounced');
    expect(await run(env, 'bounced', 'ravi')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'This is not an email address: ravi\n',
    });
  });

  it('reports an unknown address', async () => {
    for (const words of [['ats', 'on'], ['show'], ['audit'], ['log-out']])
      expect(await run(env, ...words, 'nobody@company.example')).toEqual({
        code: 1,
        stdout: '',
        stderr: 'There is no account for nobody@company.example.\n',
      });
  });

  it.runIf(kind === 'PGlite')(
    'names the server that holds the database lock, and works once that has stopped',
    async () => {
      const server = startServerProcess(env);
      onTestFinished(async () => {
        server.child.kill('SIGKILL');
        await server.ended;
      });
      await server.address();
      const { code, stderr, stdout } = await run(env, 'show', EMAIL);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toContain(`Process ${server.child.pid} is using it already`);
      expect(stderr).toMatch(/^DATA_DIR is in use\. .+ Stop it first, then try again: .+\.\n$/);
      server.child.kill('SIGTERM');
      expect(await server.ended).toBe(0);
      expect((await run(env, 'show', EMAIL)).code).toBe(0);
    },
  );
});

describe.each(databaseKinds)('npm run company -- erase (%s)', (kind) => {
  const TABLES = ['users', 'companies', 'logos', 'sessions', 'sign_ups', 'codes'] as const;
  const MORE = ['limits', 'leads', 'outbox'] as const;

  /** Reads every row that concerns the address, directly or by reference. */
  const leaveTraces = async (db: Kysely<Database>) => {
    const { id, company_id } = await db
      .selectFrom('users')
      .select(['id', 'company_id'])
      .executeTakeFirstOrThrow();
    await sql`insert into logos (name, company_id, type, bytes) values ('a', ${company_id}, 'image/png', '')`.execute(
      db,
    );
    await sql`insert into sessions (user_id, opened_by, expires_at)
      values (${id}, 'code', now() + interval '1 day')`.execute(db);
    await sql`insert into sign_ups values (${EMAIL}, 'verified', 'a', now())`.execute(db);
    await sql`insert into codes (email, purpose, challenge, attempts, expires_at)
      values (${EMAIL}, 'login', gen_random_uuid(), 0, now())`.execute(db);
    await consumeLimits(
      db,
      codeLimits({ email: EMAIL, purpose: 'login', device: 'a known browser' }),
    );
    await consumeLimits(db, passwordLimits({ email: EMAIL, device: '' }));
    await consumeLimits(db, [{ rate: rates.signUpCalls, subject: EMAIL }]);
    await sql`insert into leads (name, email, phone, organization, message, utm_source, utm_medium,
      utm_campaign, utm_term, utm_content, digest)
      values ('Asha', ${EMAIL}, '1', 'B', '', '', '', '', '', '', 'a')`.execute(db);
    const mail = { lifetimeMs: 60_000, recipient: 'sales@sitara.example' };
    const payload = { companyName: 'B', userName: 'A', userEmail: EMAIL };
    await enqueueMail(db, { kind: 'passwordChanged', ...mail, recipient: EMAIL, payload: {} });
    await enqueueMail(db, { kind: 'sales', ...mail, payload: payload });
    await auditFailure(db, { event: 'login.password', outcome: 'closed', email: EMAIL });
  };

  it('erases a person after confirmation, and nobody else', async () => {
    const dataDir = await newFolder();
    const database = kind === 'PGlite' ? undefined : await createDatabase();
    onTestFinished(async () => database?.drop());
    const env = {
      DATA_DIR: dataDir,
      ...(database && { DATABASE_URL: database.url, SECRET_KEY: 'x'.repeat(32) }),
    };
    const settings = { dataDir, databaseUrl: database?.url };
    const filled = await fill(settings);
    await leaveTraces(filled.db);
    await filled.close();

    const asked = await run(env, 'erase', EMAIL);
    expect([asked.code, asked.stdout]).toEqual([1, '']);
    expect(asked.stderr).toBe(`This can't be undone. To erase ${EMAIL}, add --yes.\n`);
    expect((await run(env, 'show', EMAIL)).code).toBe(0);

    expect(await run(env, 'erase', ' Asha@BrightFreight.example', '--yes')).toEqual({
      code: 0,
      stdout: `${EMAIL} is erased, with the company Bright Freight. Backups keep it until they expire.\n`,
      stderr: '',
    });
    const { db, close } = await openDatabase(settings);
    onTestFinished(close);
    for (const table of [...TABLES, ...MORE])
      expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([]);
    const outcomes = await db.selectFrom('audit').selectAll().orderBy('at').execute();
    expect(outcomes).toHaveLength(6);
    expect(outcomes.at(-1)).toMatchObject({ event: 'operator.erased', outcome: 'accepted' });
    expect(JSON.stringify(outcomes)).not.toContain(EMAIL);
    expect(outcomes.every(({ user_id }) => user_id === null)).toBe(true);
    expect(outcomes.every(({ network }) => network === null)).toBe(true);
    expect(outcomes.map(({ email }) => email)).toContain('x@y.example');
  });

  it('leaves a company to its remaining users, and reports if there is nothing to erase', async () => {
    const dataDir = await newFolder();
    const env = { DATA_DIR: dataDir };
    const { db, close } = await fill({ dataDir, databaseUrl: undefined });
    const { company_id: companyId } = await db
      .selectFrom('users')
      .select('company_id')
      .executeTakeFirstOrThrow();
    await createUser(db, {
      email: 'ravi@brightfreight.example',
      companyId,
      name: 'Ravi',
      privilege: 'User',
      passwordHash: HASH,
    });
    await close();
    expect((await run(env, 'erase', EMAIL, '--yes')).stdout).toBe(
      `${EMAIL} is erased. Backups keep it until they expire.\n`,
    );
    expect((await run(env, 'show', 'ravi@brightfreight.example')).stdout).toContain(
      'Bright Freight',
    );
    const again = await run(env, 'erase', EMAIL, '--yes');
    expect([again.code, again.stderr]).toEqual([1, `Nothing is stored for ${EMAIL}.\n`]);
    expect((await run(env, 'erase', 'x@y.example', '--yes')).code).toBe(0);
    expect((await run(env, 'audit', 'x@y.example')).code).toBe(1);
  });
});

describe('npm run company', () => {
  it('prints help', async () => {
    const { code, stdout, stderr } = await run({}, '--help');
    expect([code, stderr]).toEqual([0, '']);
    await expect(stdout).toMatchFileSnapshot('../../approved/help/company.txt');
  });

  it.each([
    [],
    ['show'],
    ['ats', EMAIL],
    ['ats', 'maybe', EMAIL],
    ['drop', EMAIL],
    ['show', 'a', EMAIL],
    ['erase'],
    ['erase', EMAIL, '--no'],
    ['log-out'],
    ['log-out', EMAIL, '--all'],
    ['restored', EMAIL],
  ])('prints its usage on stderr for %j %j %j', async (...args) => {
    const { code, stdout, stderr } = await run({}, ...args.filter((word) => word !== undefined));
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('npm run company -- show <email>');
  });

  it.each([
    [[], 'Missing command.'],
    [['drop', EMAIL], 'Unknown command: drop'],
    [['show'], 'Missing <email>.'],
    [['show', EMAIL, 'more'], 'Unexpected argument: more'],
    [['ats', 'maybe', EMAIL], 'ats is on or off, not maybe.'],
    [['erase', EMAIL, '--no'], "Unknown option '--no'."],
    [['audit', EMAIL, '--before', 'noon'], '--before is not a date or time: noon'],
  ])('names the wrong argument in the first line: %j', async (args, line) => {
    const { stderr } = await run({}, ...args);
    expect(stderr.split('\n', 1)).toEqual([line]);
  });

  it.each([
    [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL must be/],
    [
      { DATABASE_URL: 'postgres://u:secret@127.0.0.1:1/x', SECRET_KEY: 'x'.repeat(32) },
      /^DATABASE_URL: no database answers there\n$/,
    ],
  ])('reports invalid settings in one line: %o', async (env: Environment, line) => {
    const { code, stdout, stderr } = await run(env, 'show', EMAIL);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(line);
    expect(stderr.trimEnd()).not.toContain('\n');
    expect(stderr).not.toContain('secret');
  });

  it('does not create a missing database', async () => {
    const dataDir = await newFolder();
    const { code, stderr } = await run({ DATA_DIR: dataDir }, 'show', EMAIL);
    expect(code).toBe(1);
    expect(stderr).toBe(`DATA_DIR holds no database: ${dataDir}. Start the server once.\n`);
  });
});
