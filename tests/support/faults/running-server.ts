import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createSchema } from '../server/database/test-database.ts';
import { createHttpClient } from '../server/http/http-client.ts';
import type { TestClient } from '../server/http/test-client.ts';
import { openSmtpInbox, type SmtpInbox } from '../server/mail/smtp-inbox.ts';
import { type ProcessOptions, type ServerProcess, startServerProcess } from './server-process.ts';

/** A server in a process of its own, with its URL. */
export interface RunningServer extends ServerProcess {
  url: string;
  env: Record<string, string>;
}

let clients = 0;

/** Creates a schema on a PostgreSQL server; dropped when the test ends. */
export const newSchema = async (url: string): Promise<string> => {
  const schema = await createSchema(url);
  onTestFinished(schema.drop);
  return schema.url;
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

/** Starts a server and waits until it listens; killed when the test ends. */
export const runServer = async (
  env: Record<string, string>,
  options?: ProcessOptions,
): Promise<RunningServer> => {
  const settings = {
    DATA_DIR: env['DATA_DIR'] ?? (await newFolder()),
    SECRET_KEY: 'k'.repeat(32),
    TRUST_PROXY: '1',
    ...env,
  };
  const server = startServerProcess(settings, options);
  onTestFinished(async () => {
    server.child.kill('SIGKILL');
    await server.ended;
  });
  return { ...server, env: settings, url: await server.address() };
};

/**
 * A new client with a network of its own.
 *
 * @param at the server, or a function that returns the URL for each request
 */
export const newClient = (at: RunningServer | (() => string)): TestClient => {
  clients += 1;
  const address = typeof at === 'function' ? at : () => at.url;
  return createHttpClient(address, `10.8.${clients >> 8}.${clients & 255}`);
};
