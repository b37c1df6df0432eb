import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { ROOT } from '#build/root.ts';
import { createApp } from '#server/app.ts';
import { systemClock } from '#server/config/clock.ts';
import type { Database } from '#server/database/types.ts';
import { readContentPolicy } from '#server/http/content-policy.ts';
import { openMail } from '#server/mail/open-mail.ts';
import { openTestDatabase } from '../server/database/test-database.ts';
import { openSmtpInbox, type SmtpInbox } from '../server/mail/smtp-inbox.ts';
import { launchBrowser } from './launch-browser.ts';
import type { FontFamily } from './test-fonts.ts';

/** A user with a browser context of their own. */
export interface Visitor {
  page: Page;
  /** Console warnings and errors; `leave` fails on those that are not expected. */
  console: string[];
  /** Allows console lines that match, such as those of a failed response the journey provokes. */
  expectConsole(line: RegExp): void;
  /** Closes the browser context; throws if the console has unexpected lines. */
  leave(): Promise<void>;
}

interface VisitorOptions extends BrowserContextOptions {
  /** The only installed font; its browser starts with its first visitor. */
  font?: FontFamily | undefined;
}

/** The built site on the real server, with a real database, SMTP server and browser. */
export interface Site {
  url: string;
  db: Kysely<Database>;
  inbox: SmtpInbox;
  browser: Browser;
  visitor(options?: VisitorOptions): Promise<Visitor>;
  /** Throws if the server logged a line above level `info`. */
  close(): Promise<void>;
}

const WARN_LEVEL = 40;
/** Generous for slow machines: a step that takes longer is stuck. */
const STEP_TIMEOUT_MS = 15_000;

let visitors = 0;

const openVisitor = async (
  browser: Browser,
  url: string,
  options: BrowserContextOptions,
): Promise<Visitor> => {
  visitors += 1;
  const network = `10.0.${visitors >> 8}.${visitors & 255}`;
  const context = await browser.newContext({
    baseURL: url,
    extraHTTPHeaders: { 'X-Forwarded-For': network },
    ...options,
  });
  context.setDefaultTimeout(STEP_TIMEOUT_MS);
  const page = await context.newPage();
  const lines: string[] = [];
  const expected: RegExp[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') lines.push(message.text());
  });
  page.on('pageerror', (error) => lines.push(String(error)));
  return {
    page,
    console: lines,
    expectConsole: (line) => expected.push(line),
    async leave() {
      await context.close();
      const unexpected = lines.filter((line) => !expected.some((known) => known.test(line)));
      if (unexpected.length > 0) throw new Error(`On the console: ${unexpected.join('\n')}`);
    },
  };
};

interface SiteOptions {
  /** The folder of the build. */
  dist?: string;
}

/** Opens a site; `dist` must have been built. */
export const openSite = async ({ dist = join(ROOT, 'dist') }: SiteOptions = {}): Promise<Site> => {
  const warnings: string[] = [];
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
  const browsers = new Map<FontFamily | undefined, Promise<Browser>>([
    [undefined, Promise.resolve(browser)],
  ]);
  const browserWith = (font?: FontFamily): Promise<Browser> => {
    const known = browsers.get(font) ?? launchBrowser({ font });
    browsers.set(font, known);
    return known;
  };
  return {
    url,
    db: database.db,
    inbox,
    browser,
    visitor: async ({ font, ...options } = {}) =>
      openVisitor(await browserWith(font), url, options),
    async close() {
      for (const one of browsers.values()) await (await one).close();
      await app.close();
      mail.close();
      await inbox.close();
      await database.close();
      if (warnings.length > 0) throw new Error(`The server complained: ${warnings.join('')}`);
    },
  };
};
