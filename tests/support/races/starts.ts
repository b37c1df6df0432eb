import { sql } from 'kysely';
import type { Cookie } from 'playwright-core';
import { MINUTE_MS } from '#contract/durations.ts';
import { signUpDraft } from '#contract/storage-keys.ts';
import { openSite, type Site } from '../browser/site.ts';
import { passResendPause } from '../server/database/age-rows.ts';
import { insertAccount } from '../server/database/insert-account.ts';
import { pngLogo } from '../server/images/png-logo.ts';
import { CODE_SUBJECT } from '../server/mail/caught-mail.ts';
import { createGate, type Gate } from './gate.ts';
import type { Filling, View } from './page-controls.ts';
import { openRaceBrowser, type RaceBrowser } from './tabs.ts';

/** Where a run begins: as far as the user has come. */
export const STARTS = ['about', 'company', 'code', 'login', 'app', 'allSet'] as const;
export type Start = (typeof STARTS)[number];

export const EMAIL = 'asha@acme.example';
export const PASSWORD = 'quiet lantern river';

/** The tables with rows of a user; those that others refer to come first. */
const TABLES = ['companies', 'logos', 'users', 'sessions', 'sign_ups', 'codes'];
const FLEETING = ['limits', 'outbox', 'known_devices'];

/** All that browser and server have at a start. */
interface Snapshot {
  takenAt: number;
  cookies: Cookie[];
  stored: Record<string, string>;
  rows: Map<string, string>;
}

/** Tickets, codes and sessions of an older one would expire. */
const SNAPSHOT_MS_MAX = 4 * MINUTE_MS;

/** The site with its server in front of which a gate stands. */
export interface RaceTrack {
  site: Site;
  gate: Gate;
  filling: Filling;
  browser: RaceBrowser;
  /** The start of the present run. */
  start: Start;
  /** Opens tabs at a start. The database has the rows of its user only; everything is held from then on. */
  open(start: Start, tabs: number): Promise<void>;
  close(): Promise<void>;
}

const addressOf = (start: Start): string =>
  start === 'app' ? '/app/' : start === 'login' ? '/#/login' : '/#/checkout';

/** The codes that were mailed, oldest first. */
export const mailedCodes = ({ inbox }: Site): string[] =>
  inbox.received
    .filter(({ mail }) => CODE_SUBJECT.test(mail.subject ?? ''))
    .map(({ mail }) => (mail.text ?? '').slice(0, 6));

/** Waits until every mail of the outbox has arrived. */
export const mailsArrive = async ({ db }: Site): Promise<void> => {
  for (;;) {
    const waiting = await db
      .selectFrom('outbox')
      .select('id')
      .where('sent_at', 'is', null)
      .executeTakeFirst();
    if (!waiting) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};

const removeRows = async (site: Site): Promise<void> => {
  await mailsArrive(site);
  const { rows } = await sql<{ name: string }>`select tablename as name from pg_tables
    where schemaname = current_schema()`.execute(site.db);
  const present = new Set(rows.map(({ name }) => name));
  const tables = [...TABLES, ...FLEETING].filter((name) => present.has(name));
  await sql`truncate ${sql.join(tables.map((name) => sql.table(name)))} cascade`.execute(site.db);
  site.inbox.received.length = 0;
};

const readRows = async ({ db }: Site): Promise<Map<string, string>> => {
  const all = new Map<string, string>();
  for (const table of TABLES) {
    const { rows } = await sql<{ json: string }>`select coalesce(json_agg(t), '[]')::text as json
      from ${sql.table(table)} t`.execute(db);
    all.set(table, rows[0]?.json ?? '[]');
  }
  return all;
};

const writeRows = async ({ db }: Site, rows: Map<string, string>): Promise<void> => {
  for (const [table, json] of rows)
    if (json !== '[]')
      await sql`insert into ${sql.table(table)}
        select * from json_populate_recordset(null::${sql.table(table)}, ${json}::json)`.execute(
        db,
      );
};

/** Opens the site and its browser. */
export const openRaceTrack = async (): Promise<RaceTrack> => {
  const gate = createGate();
  const site = await openSite({ guard: gate.guard });
  const browser = await openRaceBrowser(site.browser, gate, site.url);
  const filling: Filling = {
    email: EMAIL,
    password: PASSWORD,
    code: '',
    texts: { company: 'Acme Robotics', website: 'acme.example', name: 'Asha Rao' },
    logo: (await pngLogo()).buffer.toString('base64'),
  };

  /** Walks to a start in the real pages. */
  const takeSnapshot = async (start: Start): Promise<Snapshot> => {
    await gate.open();
    await removeRows(site);
    if (start === 'login' || start === 'app')
      await insertAccount(site.db, { email: EMAIL, password: PASSWORD });
    const address = start === 'app' ? '/#/login' : addressOf(start);
    await browser.begin({ cookies: [], stored: {}, address, tabs: 1 });
    const [tab] = browser.tabs();
    const wanted: View = start === 'login' ? 'password' : start;
    for (let tries = 0; tab && tab.seen.view !== wanted; tries += 1) {
      if (tries > 9) throw new Error(`The walk to ${start} ends at ${JSON.stringify(tab.seen)}.`);
      if (tab.seen.view === 'code') await mailsArrive(site);
      const code = mailedCodes(site).at(-1) ?? '';
      const wish = { ...filling, code };
      await browser.ask(tab, (what: Filling) => globalThis.controls.goOn(what), wish);
      await browser.rest();
    }
    const stored = (await tab?.page.evaluate(() => ({ ...localStorage }))) ?? {};
    const cookies = await browser.context.cookies();
    await mailsArrive(site);
    return { takenAt: Date.now(), cookies, stored, rows: await readRows(site) };
  };

  const snapshots = new Map<Start, { snapshot: Snapshot; codes: typeof site.inbox.received }>();
  const track: RaceTrack = {
    site,
    gate,
    filling,
    browser,
    start: STARTS[0],
    async open(start, tabs) {
      track.start = start;
      let known = snapshots.get(start);
      if (!known || known.snapshot.takenAt < Date.now() - SNAPSHOT_MS_MAX) {
        const snapshot = await takeSnapshot(start);
        known = { snapshot, codes: [...site.inbox.received] };
        snapshots.set(start, known);
      }
      const { snapshot, codes } = known;
      await gate.open();
      await removeRows(site);
      await writeRows(site, snapshot.rows);
      site.inbox.received.push(...codes);
      const stored = { ...snapshot.stored };
      const draft = stored[signUpDraft];
      // Another code may be asked for at once.
      if (start === 'code' && draft) {
        stored[signUpDraft] = JSON.stringify({ ...JSON.parse(draft), resendAt: Date.now() - 1000 });
        await passResendPause(site.db);
      }
      await browser.begin({ cookies: snapshot.cookies, stored, address: addressOf(start), tabs });
      await gate.close();
    },
    async close() {
      await gate.open();
      await site.close();
    },
  };
  return track;
};
