import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, type TestContext } from 'vitest';
import { copyEmbeddedTemplate } from '../server/database/embedded-template.ts';
import { createDatabase } from '../server/database/test-database.ts';
import { createHttpClient } from '../server/http/http-client.ts';
import type { TestClient } from '../server/http/test-client.ts';
import { openSmtpInbox, type SmtpInbox } from '../server/mail/smtp-inbox.ts';
import { requirePostgres } from '../skip-reporter.ts';
import { type ProcessOptions, type ServerProcess, startServerProcess } from './server-process.ts';

/** A server in a process of its own, with its URL. */
export interface RunningServer extends ServerProcess {
  url: string;
  env: Record<string, string>;
}

let clients = 0;

/**
 * Creates a PostgreSQL database; dropped when the test ends. Skips the test without PostgreSQL.
 *
 * @param source the database that is copied; by default the migrated one of this run
 */
export const newDatabase = async (context: TestContext, source?: string): Promise<string> => {
  requirePostgres(context);
  const { url, drop } = await createDatabase(source);
  onTestFinished(drop);
  return url;
};

/** Starts an SMTP server; closed when the test ends. */
export const newInbox = async (): Promise<SmtpInbox> => {
  const inbox = await openSmtpInbox();
  onTestFinished(inbox.close);
  return inbox;
};

/** Creates a temporary folder; removed when the test ends. */
export const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'sitara-data-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

/** Creates a data folder with a migrated database; removed when the test ends. */
export const newDataFolder = async (): Promise<string> => {
  const folder = await newFolder();
  await copyEmbeddedTemplate(folder);
  return folder;
};

/** The lines that a server logged as a warning or worse. */
const complaintsOf = (server: ServerProcess): string[] =>
  server
    .output()
    .split('\n')
    .filter((line) => /^\{"level":[456]0/.test(line));

/** Starts a server and waits until it listens; killed when the test ends. A failed test says what it complained of. */
export const runServer = async (
  env: Record<string, string>,
  options?: ProcessOptions,
): Promise<RunningServer> => {
  const settings = {
    DATA_DIR: env['DATA_DIR'] ?? (await (env['DATABASE_URL'] ? newFolder() : newDataFolder())),
    SECRET_KEY: 'k'.repeat(32),
    TRUST_PROXY: '1',
    ...env,
  };
  const server = startServerProcess(settings, options);
  onTestFinished(async ({ task }) => {
    server.child.kill('SIGKILL');
    await server.ended;
    const complaints = complaintsOf(server);
    const error = task.result?.errors?.at(-1);
    if (error && complaints.length > 0)
      error.message += ['\n\nThe server logged:', ...complaints].join('\n');
  });
  return { ...server, env: settings, url: await server.address() };
};

/**
 * A new client with a network of its own.
 *
 * @param at the server, or a function that returns the URL for each request
 */
export const newClient = (at: Pick<RunningServer, 'url'> | (() => string)): TestClient => {
  clients += 1;
  const address = typeof at === 'function' ? at : () => at.url;
  return createHttpClient(address, `10.${8 + (clients >> 8)}.${clients & 255}.1`);
};

/** An address that is each server's in turn, for clients whose consecutive requests reach different ones. */
export const inTurn = (...servers: RunningServer[]): Pick<RunningServer, 'url'> => {
  let turn = 0;
  return {
    get url() {
      turn += 1;
      return servers[turn % servers.length]?.url ?? '';
    },
  };
};
