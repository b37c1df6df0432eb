// @module-tag further
import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { ROOT } from '#build/root.ts';
import { paths } from '#contract/calls/paths.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { newClient } from '#tests/support/faults/running-server.ts';
import { type ServerProcess, startServerProcess } from '#tests/support/faults/server-process.ts';
import { copyCookies } from '#tests/support/server/http/copy-cookies.ts';
import { pngLogo } from '#tests/support/server/images/png-logo.ts';
import { uploadLogo } from '#tests/support/server/images/upload-logo.ts';
import { ACCOUNT_PASSWORD, logIn } from '#tests/support/server/log-in-steps.ts';
import { openSmtpInbox, type SmtpInbox } from '#tests/support/server/mail/smtp-inbox.ts';
import { completeBody, makeUserWithEmail, PASSWORD } from '#tests/support/server/sign-up-steps.ts';

const EMAIL = 'asha@brightfreight.example';
const LONG_MS = 90_000;

/** The commands of the backup section in docs/operate.md, one array per code block. */
const blocks = (): string[] => {
  const page = readFileSync(join(ROOT, 'docs', 'operate.md'), 'utf8');
  const section =
    page.split(/^## /m).find((part) => part.startsWith('Back up and restore\n')) ?? '';
  return [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block);
};
const [copyFolder = '', restoreFolder = '', dumpServer = '', loadServer = '', endRevived = ''] =
  blocks();

let folder: string;
let inbox: SmtpInbox;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitara-backup-'));
  inbox = await openSmtpInbox();
});
afterEach(async () => {
  await inbox.close();
  await rm(folder, { recursive: true });
});

/** Runs shell commands, in the folder by default; returns the exit code. */
const run = async (
  commands: string,
  env: Record<string, string> = {},
  cwd = folder,
): Promise<number> => {
  const child = spawn('sh', ['-ec', commands], {
    cwd,
    env: { PATH: process.env['PATH'], ...env },
    stdio: 'ignore',
  });
  const [code] = await once(child, 'close');
  return code;
};

const start = (env: Record<string, string>): ServerProcess => {
  const server = startServerProcess({
    DATA_DIR: join(folder, '.data'),
    SMTP_URL: inbox.url,
    ...env,
  });
  onTestFinished(async () => {
    server.child.kill('SIGKILL');
    await server.ended;
  });
  return server;
};

const stop = async ({ child, ended }: ServerProcess): Promise<void> => {
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
};

/** Creates a company and returns a function that reads everything that must survive a restore. */
const makeCompany = async (origin: string) => {
  const client = newClient(() => origin);
  const { companyId, userId } = await makeUserWithEmail({ mailbox: inbox }, client, EMAIL);
  const sent = await uploadLogo(client, companyId, (await pngLogo()).buffer);
  const logo = sent.body.message;
  expect((await client.patch(paths.completeUser, completeBody(userId))).status).toBe(200);
  const { status, bytes } = await client.get(logo);
  expect(status).toBe(200);
  return async (again: string): Promise<void> => {
    expect(
      (
        await copyCookies(
          client,
          newClient(() => again),
        ).get(paths.currentUser)
      ).status,
    ).toBe(401);
    const returning = newClient(() => again);
    expect((await logIn(returning, EMAIL, PASSWORD)).status).toBe(401);
    expect((await logIn(returning, EMAIL, ACCOUNT_PASSWORD)).status).toBe(200);
    const { success } = (await returning.get(paths.currentUser)).body;
    expect(success).toMatchObject({ email: EMAIL, name: 'Asha Rao', status: 'accepted' });
    expect((await returning.get(logo)).bytes.equals(bytes)).toBe(true);
  };
};

describe('the commands of docs/operate.md', () => {
  it(
    'back up the embedded database and restore it after data loss',
    async () => {
      const server = start({});
      const expectSameAccount = await makeCompany(await server.address());

      expect(await run(copyFolder)).not.toBe(0);
      expect(existsSync(join(folder, 'sitara-backup.tar.gz'))).toBe(false);
      await stop(server);
      expect(await run(copyFolder)).toBe(0);
      expect((await stat(join(folder, 'sitara-backup.tar.gz'))).mode & 0o077).toBe(0);

      expect(await run(restoreFolder)).not.toBe(0);
      await rm(join(folder, '.data'), { recursive: true });
      expect(await run(restoreFolder)).toBe(0);
      expect((await stat(join(folder, '.data'))).mode & 0o077).toBe(0);
      expect(await run(endRevived, { DATA_DIR: join(folder, '.data') }, ROOT)).toBe(0);
      const restored = start({});
      await expectSameAccount(await restored.address());
      await stop(restored);
    },
    LONG_MS,
  );

  const url = process.env['TEST_DATABASE_URL'];
  const hasTools = ['pg_dump', 'pg_restore'].every(
    (tool) => spawnSync(tool, ['--version']).status === 0,
  );
  it.runIf(url && hasTools)(
    `back up PostgreSQL and restore it after data loss${hasTools ? '' : ' (pg_dump or pg_restore is not on this machine)'}`,
    async () => {
      const name = `sitara_backup_${randomUUID().replaceAll('-', '')}`;
      const own = new URL(url ?? '');
      own.pathname = `/${name}`;
      const env = { DATABASE_URL: own.href };
      const settings = { ...env, SECRET_KEY: 'x'.repeat(32) };
      const admin = await openDatabase({ databaseUrl: url, dataDir: '' });
      const alter = (verb: string) => sql.raw(`${verb} database ${name}`).execute(admin.db);
      onTestFinished(async () => {
        await alter('drop');
        await admin.close();
      });
      await alter('create');
      const server = start(settings);
      const expectSameAccount = await makeCompany(await server.address());

      expect(await run(dumpServer, env)).toBe(0);
      expect((await stat(join(folder, 'sitara.dump'))).mode & 0o077).toBe(0);
      await stop(server);

      expect(await run(loadServer, env)).not.toBe(0);
      await alter('drop');
      await alter('create');
      expect(await run(loadServer, env)).toBe(0);
      expect(await run(endRevived, settings, ROOT)).toBe(0);
      // Accounts work with another key as well.
      const restored = start({ ...settings, SECRET_KEY: 'y'.repeat(32) });
      await expectSameAccount(await restored.address());
      await stop(restored);
    },
    LONG_MS,
  );
});
