import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { type OpenDatabase, openDatabase } from '#server/database/open-database.ts';
import { startServerProcess } from '../faults/server-process.ts';
import { createDatabase, type DatabaseKind } from '../server/database/test-database.ts';
import { openSmtpInbox, type SmtpInbox } from '../server/mail/smtp-inbox.ts';

const PATIENCE = { timeout: 20_000, interval: 20 };

// Preloaded into the server's process. A signal that the server doesn't handle triggers garbage
// collection and prints the heap size.
const REPORT_HEAP = `
  import { setFlagsFromString } from 'node:v8';
  import { runInNewContext } from 'node:vm';
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc');
  process.on('SIGWINCH', () => {
    gc();
    gc();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    console.log('heap ' + (heapUsed + arrayBuffers) + ' end');
  });
`;

export interface FuzzedServer {
  port: number;
  smtp: SmtpInbox;
  /** Whether the process is running. */
  isAlive(): boolean;
  /** All output so far. */
  output(): string;
  /** Bytes of live heap objects and array buffers after garbage collection. */
  heapBytes(): Promise<number>;
  /** Sends SIGTERM and returns the exit code; the database remains. */
  stop(): Promise<number | null>;
  /** Opens the server's database after the server has ended. */
  openDatabase(): Promise<OpenDatabase>;
  /** Stops everything and removes the database. */
  close(): Promise<void>;
}

/** Starts the real server in a process of its own, with its own database and a real SMTP server. */
export const startFuzzedServer = async (kind: DatabaseKind): Promise<FuzzedServer> => {
  const smtp = await openSmtpInbox();
  const dataDir = await mkdtemp(join(tmpdir(), 'sitara-fuzz-'));
  const database = kind === 'PostgreSQL' ? await createDatabase() : undefined;
  const server = startServerProcess({
    DATA_DIR: dataDir,
    SMTP_URL: smtp.url,
    TRUST_PROXY: '1',
    SECRET_KEY: 'a secret key that only the fuzzer knows',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(REPORT_HEAP)}`,
    ...(database && { DATABASE_URL: database.url }),
  });
  const address = new URL(await server.address());
  const reports = () => [...server.output().matchAll(/^heap (\d+) end$/gm)];

  return {
    port: Number(address.port),
    smtp,
    isAlive: () => server.child.exitCode === null && server.child.signalCode === null,
    output: server.output,
    async heapBytes() {
      const before = reports().length;
      server.child.kill('SIGWINCH');
      await vi.waitFor(() => expect(reports().length).toBeGreaterThan(before), PATIENCE);
      return Number(reports().at(-1)?.[1]);
    },
    stop() {
      server.child.kill('SIGTERM');
      return server.ended;
    },
    openDatabase: () => openDatabase({ databaseUrl: database?.url, dataDir }),
    async close() {
      server.child.kill('SIGKILL');
      await server.ended;
      await smtp.close();
      await database?.drop();
    },
  };
};
