import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { ROOT } from '#build/root.ts';
import { createApp } from '#server/app.ts';
import { systemClock } from '#server/config/clock.ts';
import type { Database } from '#server/database/types.ts';
import { readContentPolicy } from '#server/http/content-policy.ts';
import { openMail } from '#server/mail/open-mail.ts';
import { openTestDatabase } from '../server/database/test-database.ts';
import { openSmtpInbox, type SmtpInbox } from '../server/mail/smtp-inbox.ts';
import { launchBrowser } from './launch-browser.ts';
import { type OpenVisitor, openVisitor, type Visitor } from './visitor.ts';

/** The built site on the real server, with a real database, SMTP server and browser. */
export interface Site {
  url: string;
  db: Kysely<Database>;
  inbox: SmtpInbox;
  browser: Browser;
  /** Opens a visitor, who stays until `takeVisitors` gives them away to be closed. */
  visitor(options?: BrowserContextOptions): Promise<Visitor>;
  /** The visitors opened since the last call. */
  takeVisitors(): OpenVisitor[];
  /** What the server logged above level `info` since the last call. */
  takeWarnings(): string[];
  close(): Promise<void>;
}

const WARN_LEVEL = 40;
export interface SiteOptions {
  /** The folder of the build. */
  dist?: string;
}

/** Opens a site; `dist` must have been built. */
export const openSite = async ({ dist = join(ROOT, 'dist') }: SiteOptions = {}): Promise<Site> => {
  const warnings: string[] = [];
  const visitors: OpenVisitor[] = [];
  const [database, inbox, browser] = await Promise.all([
    openTestDatabase('PGlite'),
    openSmtpInbox(),
    launchBrowser(),
  ]);
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
      port: 0,
      host: '127.0.0.1',
      publicUrl: undefined,
      webOrigins: [],
      // Each visitor has a network of their own through X-Forwarded-For.
      trustProxy: 1,
      secretKey: 'a secret key that only the tests know',
      salesEmail: 'sales@sitara.example',
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
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const url = `http://localhost:${port}`;
  return {
    url,
    db: database.db,
    inbox,
    browser,
    async visitor(options = {}) {
      const visitor = await openVisitor(browser, url, options);
      visitors.push(visitor);
      return visitor;
    },
    takeVisitors: () => visitors.splice(0),
    takeWarnings: () => warnings.splice(0),
    async close() {
      await browser.close();
      await app.close();
      mail.close();
      await inbox.close();
      await database.close();
    },
  };
};
