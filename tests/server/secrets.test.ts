import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fillPath, paths } from '#contract/paths.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { findSecrets } from '../support/find-secrets.ts';
import { type HttpVisitor, signUpOverHttp, visit } from '../support/http-visitor.ts';
import { makeAccount, signInByCode } from '../support/log-in-steps.ts';
import { startServerProcess } from '../support/server-process.ts';
import { openSmtpInbox, type SmtpInbox } from '../support/smtp-inbox.ts';
import { createSchema, databaseKinds } from '../support/test-database.ts';
import { openTestServer } from '../support/test-server.ts';

const EMAIL = 'asha@brightfreight.example';
const SECRET_KEY = 'only-this-test-knows-this-secret-key';
const SMTP_PASSWORD = 'only-this-test-knows-this-mail-password';
const PATIENCE = { timeout: 10_000 };
const LONG_MS = 90_000;

/** Passwords with what an encoding would change. */
const passwords = {
  first: 'first süße+pass/phrase 1%',
  second: 'second süße+pass/phrase 2%',
  third: 'third süße+pass/phrase 3%',
  wrong: 'wrong süße+pass/phrase 4%',
};

/** What a token is made of: the id in front of the dot is a row's, and no secret. */
const randomPart = (token: string): string => token.replace(/^[0-9a-f-]{36}\./, '');

/** Signs up, logs out and in by everything there is, forgets the password, asks for a demo, errs. */
const useEverything = async (visitor: HttpVisitor, inbox: SmtpInbox): Promise<void> => {
  const { first, second, third, wrong } = passwords;
  await signUpOverHttp(visitor, inbox, { email: EMAIL, first, password: second });
  await visitor.call('POST', paths.refresh);
  await visitor.call('POST', paths.logout);
  expect(await visitor.statusOf('POST', paths.login, { email: EMAIL, password: wrong })).toBe(401);
  await visitor.call('POST', paths.login, { email: EMAIL, password: second });
  await visitor.call('POST', paths.logout);

  await visitor.call('POST', fillPath(paths.sendLoginCode, EMAIL));
  const otp = await visitor.code(inbox, EMAIL);
  expect(await visitor.statusOf('GET', fillPath(paths.verifySignUpCode, EMAIL, otp))).toBe(400);
  expect(await visitor.statusOf('GET', `/v1/email/verfy/${EMAIL}/${otp}?otp=${otp}`)).toBe(404);
  expect(await visitor.statusOf('GET', `/v1/email/verify/${EMAIL}%zz/${otp}`)).toBe(400);
  await visitor.call('POST', paths.login, { email: EMAIL, otp });
  const { success } = await (await visitor.call('GET', paths.currentUser)).json();
  const body = { uuid: success.uuid, status: 'accepted', password: third };
  expect(await visitor.statusOf('PATCH', paths.updatePassword, { ...body, more: third })).toBe(400);
  await visitor.call('PATCH', paths.updatePassword, body);
  await visitor.call('POST', paths.logout);
  await visitor.call('POST', paths.login, { email: EMAIL, password: third });
  await visitor.call('POST', paths.requestDemo, {
    name: 'Asha Rao',
    email: EMAIL,
    phone: '+919876543210',
    organization: 'Bright Freight',
    message: 'We hire in Pune.',
  });
};

const readFolder = async (folder: string): Promise<string> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = files.map((file) => readFile(join(file.parentPath, file.name), 'latin1'));
  return (await Promise.all(texts)).join('\n');
};

/** Every row of every table, as text. */
const readServer = async (databaseUrl: string): Promise<string> => {
  const { db, close } = await openDatabase({ databaseUrl, dataDir: '' });
  const { rows: tables } = await sql<{ name: string }>`select tablename as name from pg_tables
    where schemaname = current_schema()`.execute(db);
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string }>`select row_to_json(row)::text as text
      from ${sql.table(name)} as row`.execute(db);
    texts.push(...rows.map(({ text }) => text));
  }
  await close();
  return Buffer.from(texts.join('\n')).toString('latin1');
};

const serverUrl = process.env['TEST_DATABASE_URL'] ?? '';

describe.each(databaseKinds)('after everything was used, on %s', (kind) => {
  it(
    'no password, code, token or key is in the log, in any file or row',
    async () => {
      const inbox = await openSmtpInbox();
      onTestFinished(inbox.close);
      const dataDir = await mkdtemp(join(tmpdir(), 'sitara-secrets-'));
      onTestFinished(() => rm(dataDir, { recursive: true }));
      const schema = kind === 'PostgreSQL' ? await createSchema(serverUrl) : undefined;
      if (schema) onTestFinished(schema.drop);
      const server = startServerProcess({
        DATA_DIR: dataDir,
        SECRET_KEY,
        SMTP_URL: inbox.url.replace('//', `//sitara:${SMTP_PASSWORD}@`),
        ...(schema && { DATABASE_URL: schema.url }),
      });
      onTestFinished(async () => {
        server.child.kill('SIGKILL');
        await server.ended;
      });
      const visitor = visit(await server.address());
      await useEverything(visitor, inbox);
      await expect.poll(() => inbox.received.length, PATIENCE).toBe(5);
      server.child.kill('SIGTERM');
      expect(await server.ended).toBe(0);

      const stored = (await readFolder(dataDir)) + (schema ? await readServer(schema.url) : '');
      const log = Buffer.from(server.output()).toString('latin1');
      const secrets = [...visitor.secrets].map(randomPart);
      expect(secrets.length).toBeGreaterThan(15);
      const all = [...secrets, ...Object.values(passwords), SECRET_KEY, SMTP_PASSWORD];
      expect(findSecrets(stored, all)).toEqual([]);
      expect(findSecrets(log, all)).toEqual([]);
      // What is meant to be kept is found by the same search; addresses are not logged.
      expect(findSecrets(stored, [EMAIL, 'We hire in Pune.'])).toHaveLength(2);
      expect(findSecrets(log, [EMAIL])).toEqual([]);
      expect(log).toContain(paths.login);
    },
    LONG_MS,
  );
});

describe('the log at its most talkative', () => {
  it('holds no password, code or token', async () => {
    const lines: string[] = [];
    const stream = { write: (line: string) => lines.push(line) };
    const server = await openTestServer('PGlite', { config: { log: { level: 'trace', stream } } });
    onTestFinished(server.close);
    const { email, maker } = await makeAccount(server);
    const client = server.client();
    await signInByCode(server, client, email);
    const codes = server.mailbox.all.map(({ text }) => text.slice(0, 6));
    const cookies = [...maker.cookies.values(), ...client.cookies.values()];
    const secrets = [...codes, ...cookies.filter((value) => value.length > 1), email];
    expect(codes).toHaveLength(2);
    expect(findSecrets(lines.join(''), secrets)).toEqual([]);
    expect(lines.length).toBeGreaterThan(5);
  });
});
