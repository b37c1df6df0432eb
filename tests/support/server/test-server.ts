import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe } from 'vitest';
import { createApp } from '#server/app.ts';
import type { AppConfig } from '#server/config/app-config.ts';
import type { Database } from '#server/database/types.ts';
import type { WorkQueue } from '#server/limits/work-queue.ts';
import type { Mail } from '#server/mail/transports.ts';
import type { Metrics } from '#server/metrics/metrics.ts';
import { type DatabaseKind, databaseKinds, openTestDatabase } from './database/test-database.ts';
import { createClient, type TestClient } from './http/test-client.ts';
import { type CaughtMail, catchMail } from './mail/caught-mail.ts';
import { createManualClock, type ManualClock } from './manual-clock.ts';

export const ORIGIN = 'http://localhost:3000';
export const SECRET_KEY = 'a secret key that only the tests know';

export interface TestServer {
  app: FastifyInstance;
  db: Kysely<Database>;
  mailbox: CaughtMail;
  clock: ManualClock;
  /** Every line that was logged. */
  logs: string[];
  /** A new client, by default with a network of its own. */
  client(ip?: string): TestClient;
  /** An email address that no other test uses. */
  email(): string;
  close(): Promise<void>;
}

export interface TestServerOptions {
  config?: Partial<AppConfig>;
  /** A server whose database and mailbox it shares, which is closed after it. */
  beside?: TestServer;
  /** Replaces the mailbox that catches mail. */
  mail?: Mail;
  /** Replaces the queue for password hashing. */
  hashing?: WorkQueue;
  metrics?: Metrics;
  /** Wraps the database that the application uses. */
  wrapDatabase?: (db: Kysely<Database>) => Kysely<Database>;
}

let count = 0;

/** Starts the real application on a database of its own, with caught mail and a manual clock. */
export const openTestServer = async (
  kind: DatabaseKind,
  { config, beside, mail, hashing, metrics, wrapDatabase }: TestServerOptions = {},
): Promise<TestServer> => {
  const { db, close } = beside
    ? { db: beside.db, close: async () => {} }
    : await openTestDatabase(kind);
  const mailbox = beside?.mailbox ?? catchMail();
  const clock = createManualClock();
  const logs: string[] = [];
  const app = await createApp({
    db: wrapDatabase?.(db) ?? db,
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
      secretKeys: [SECRET_KEY],
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
      // Addresses within one /24 would share a rate limit.
      const uniqueIp = `10.${count & 255}.${(count >> 8) & 255}.${(count >> 16) & 255}`;
      return createClient(app, config?.publicUrl ?? ORIGIN, ip ?? uniqueIp);
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

/** Runs tests against the real application on every available database. */
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
