import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { ROOT } from '#build/root.ts';
import type { ChartTable } from '#contract/funnel.ts';
import { createApp } from '#server/app.ts';
import { systemClock } from '#server/config/clock.ts';
import type { Database } from '#server/database/types.ts';
import { readContentPolicy } from '#server/http/security-headers.ts';
import { openMail } from '#server/mail/transports.ts';
import { openTestDatabase } from '../server/database/test-database.ts';
import { openSmtpInbox, type SmtpInbox } from '../server/mail/smtp-inbox.ts';

/** The built site on the real server, with a real database and SMTP server. */
export interface SiteServer {
  url: string;
  db: Kysely<Database>;
  inbox: SmtpInbox;
  /** What the server logged above level `info` since the last call. */
  takeWarnings(): string[];
  /** The paths of all requests so far. */
  requestedPaths: ReadonlySet<string>;
  close(): Promise<void>;
}

const WARN_LEVEL = 40;

export interface SiteServerOptions {
  /** The folder of the build. */
  dist?: string;
  /** The origin of the site; `http://localhost` with the port by default. */
  publicUrl?: string;
  /** Any free port by default. */
  port?: number;
  /** The charts whose traffic is counted. */
  charts?: readonly ChartTable[];
  /** Stands between the network and the application. */
  guard?(server: Server): void;
}

/** Opens a server without a browser; `dist` must have been built. */
export const openSiteServer = async ({
  dist = join(ROOT, 'dist'),
  publicUrl,
  port: wanted = 0,
  charts,
  guard,
}: SiteServerOptions = {}): Promise<SiteServer> => {
  const warnings: string[] = [];
  const [database, inbox] = await Promise.all([openTestDatabase('PGlite'), openSmtpInbox()]);
  const mail = await openMail({
    smtpUrl: inbox.url,
    mailFrom: { name: 'Sitara', address: 'hello@sitara.example' },
    dataDir: '',
  });
  const app = await createApp({
    db: database.db,
    mail,
    clock: systemClock,
    config: {
      port: wanted,
      host: '127.0.0.1',
      publicUrl,
      webOrigins: [],
      // Each visitor has a network of their own through X-Forwarded-For.
      trustProxy: 1,
      secretKeys: ['a secret key that only the tests know'],
      salesEmail: 'sales@sitara.example',
      charts,
      csp: await readContentPolicy(join(dist, 'csp.json')),
      webRoot: join(dist, 'web'),
      log: {
        level: 'info',
        stream: {
          write: (line) => {
            if (JSON.parse(line).level >= WARN_LEVEL) warnings.push(line);
          },
        },
      },
    },
  });
  guard?.(app.server);
  const requestedPaths = new Set<string>();
  app.server.on('request', ({ url = '' }) => requestedPaths.add(url.split('?')[0] ?? ''));
  await app.listen({ host: '127.0.0.1', port: wanted });
  const { port } = app.server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    db: database.db,
    inbox,
    takeWarnings: () => warnings.splice(0),
    requestedPaths,
    async close() {
      await app.close();
      mail.close();
      await inbox.close();
      await database.close();
    },
  };
};
