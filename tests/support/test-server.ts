import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe } from 'vitest';
import { createApp } from '#server/app.ts';
import type { AppConfig } from '#server/config.ts';
import type { Database } from '#server/db/types.ts';
import type { Mail } from '#server/mail/mail.ts';
import type { Metrics } from '#server/metrics/metrics.ts';
import type { WorkQueue } from '#server/work-queue.ts';
import { type CaughtMail, catchMail } from './caught-mail.ts';
import { createHandClock, type HandClock } from './hand-clock.ts';
import { createClient, type TestClient } from './test-client.ts';
import { type DatabaseKind, databaseKinds, openTestDatabase } from './test-database.ts';

export const ORIGIN = 'http://localhost:3000';
export const SECRET_KEY = 'a secret key that only the tests know';

export interface TestServer {
  app: FastifyInstance;
  db: Kysely<Database>;
  mailbox: CaughtMail;
  clock: HandClock;
  /** Every line that was logged. */
  logs: string[];
  /** A new browser, by default in a network of its own. */
  client(ip?: string): TestClient;
  /** An address that no other test uses. */
  email(): string;
  close(): Promise<void>;
}

export interface TestServerOptions {
  config?: Partial<AppConfig>;
  /** In place of the mailbox that catches. */
  mail?: Mail;
  /** In place of the queue that hashes four at once. */
  hashing?: WorkQueue;
  metrics?: Metrics;
  /** What the application sees of the database. */
  through?: (db: Kysely<Database>) => Kysely<Database>;
}

let count = 0;

/** The real application on a database of its own, with a caught mailbox and a clock to ring. */
export const openTestServer = async (
  kind: DatabaseKind,
  { config, mail, hashing, metrics, through }: TestServerOptions = {},
): Promise<TestServer> => {
  const { db, close } = await openTestDatabase(kind);
  const mailbox = catchMail();
  const clock = createHandClock();
  const logs: string[] = [];
  const app = await createApp({
    db: through?.(db) ?? db,
    mail: mail ?? mailbox,
    clock,
    hashing,
    metrics,
    config: {
      port: 3000,
      host: '127.0.0.1',
      publicUrl: undefined,
      webOrigins: ['https://www.partner.example'],
      trustProxy: 0,
      secretKey: SECRET_KEY,
      salesEmail: 'sales@sitara.example',
      log: { level: 'info', stream: { write: (line) => logs.push(line) } },
      ...config,
    },
  });
  await app.ready();
  return {
    app,
    db,
    mailbox,
    clock,
    logs,
    client(ip) {
      count += 1;
      // Neighbours in one /24 would share a limit.
      const own = `10.${count & 255}.${(count >> 8) & 255}.${(count >> 16) & 255}`;
      return createClient(app, config?.publicUrl ?? ORIGIN, ip ?? own);
    },
    email() {
      count += 1;
      return `person-${count}@company-${count}.example`;
    },
    async close() {
      await app.close();
      await close();
    },
  };
};

/** Runs tests against the real application on every database there is. */
export const onEachDatabase = (
  title: string,
  body: (server: () => TestServer, kind: DatabaseKind) => void,
  options?: TestServerOptions,
): void => {
  describe.each(databaseKinds)(`${title} (%s)`, (kind) => {
    let server: TestServer;
    beforeAll(async () => {
      server = await openTestServer(kind, options);
    });
    afterAll(() => server.close());
    body(() => server, kind);
  });
};
