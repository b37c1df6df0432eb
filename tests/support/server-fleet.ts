import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type ProcessOptions, type ServerProcess, startServerProcess } from './server-process.ts';
import { openSmtpInbox, type SmtpInbox } from './smtp-inbox.ts';
import type { TestClient } from './test-client.ts';
import { createSchema } from './test-database.ts';
import { createWireClient } from './wire-client.ts';

/** A server in a process of its own, and where it listens. */
export interface RunningServer extends ServerProcess {
  url: string;
  env: Record<string, string>;
}

let clients = 0;

/** A schema that ends with the test, on a PostgreSQL. */
export const newSchema = async (url: string): Promise<string> => {
  const schema = await createSchema(url);
  onTestFinished(schema.drop);
  return schema.url;
};

/** An SMTP server that ends with the test. */
export const newInbox = async (): Promise<SmtpInbox> => {
  const inbox = await openSmtpInbox();
  onTestFinished(inbox.close);
  return inbox;
};

/** A folder that nobody else uses, and that goes with the test. */
export const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'sitara-data-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

/** Starts a server that ends with the test, by force if need be; resolves once it listens. */
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

/** A new browser in a network of its own, at this server or at whichever one is named. */
export const visit = (at: RunningServer | (() => string)): TestClient => {
  clients += 1;
  const address = typeof at === 'function' ? at : () => at.url;
  return createWireClient(address, `10.8.${clients >> 8}.${clients & 255}`);
};
