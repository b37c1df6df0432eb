import { sql } from 'kysely';
import type { Message } from '#server/mail/mail.ts';
import { insertAccount } from '../server/database/insert-account.ts';
import { actOf } from './acts.ts';
import { openBrowser } from './browser.ts';
import type { StoredCookie } from './cookie-jar.ts';
import type { Exchange } from './network.ts';
import type { Scripts } from './page-script.ts';
import { look, type View } from './person.ts';
import type { RaceServer } from './race-server.ts';
import { createWorld, type World } from './world.ts';

/** Where a run begins: as far as the visitor has come in the first tab. */
export const STARTS = ['address', 'code', 'company', 'about', 'allSet', 'login', 'app'] as const;
export type Start = (typeof STARTS)[number];

/** Tables with rows of a visitor, those that others refer to first. */
const TABLES = ['companies', 'logos', 'users', 'sessions', 'sign_ups', 'codes', 'limits'];

/** Everything that a browser and the server keep of a visitor who has come so far. */
interface Snapshot {
  address: string;
  /** The time of the browser's clock, and of the machine (epoch ms). */
  time: number;
  takenAt: number;
  rows: Map<string, string>;
  mails: Message[];
  cookies: StoredCookie[];
  stored: Map<string, string>;
  sessionValues: Map<string, string>;
  documents: number;
  exchanges: Exchange[];
  moments: number;
  typed: World['typed'];
  latest: World['latest'];
  codesAsked: World['codesAsked'];
}

const SIGN_UP_VIEWS: readonly View[] = ['address', 'code', 'verified', 'company', 'about', 'allSet'];

/** Comes as far as the start, one thing after the other, in the real pages. */
const reach = async (world: World, start: Start): Promise<void> => {
  const { browser, email, password } = world;
  const tab = await browser.open(start === 'login' || start === 'app' ? '/#/login' : '/#/checkout');
  const goOn = async () => {
    actOf('goes on').perform(world, tab, look(tab));
    await browser.rest();
    while (await browser.schedule.release(0));
  };
  if (start === 'login' || start === 'app') {
    await insertAccount(browser.server.db, { email, password });
    if (start === 'app') await goOn();
    return;
  }
  for (const _ of SIGN_UP_VIEWS) if (look(tab).view !== start) await goOn();
  if (look(tab).view !== start)
    throw new Error(`The run did not reach its start ${start}: ${look(tab).view}`);
};

const readRows = async ({ db }: RaceServer): Promise<Map<string, string>> => {
  const rows = new Map<string, string>();
  for (const table of TABLES) {
    const { rows: found } = await sql<{ json: string }>`select coalesce(json_agg(t), '[]')::text as json
      from ${sql.table(table)} t`.execute(db);
    rows.set(table, found[0]?.json ?? '[]');
  }
  return rows;
};

const removeRows = async ({ db }: RaceServer): Promise<void> => {
  await sql`truncate companies, logos, users, sessions, sign_ups, codes, limits, outbox cascade`.execute(db);
};

const writeRows = async ({ db }: RaceServer, rows: Map<string, string>): Promise<void> => {
  for (const [table, json] of rows)
    if (json !== '[]')
      await sql`insert into ${sql.table(table)}
        select * from json_populate_recordset(null::${sql.table(table)}, ${json})`.execute(db);
};

const takeSnapshot = async (server: RaceServer, scripts: Scripts, start: Start): Promise<Snapshot> => {
  await removeRows(server);
  server.mailbox.all.length = 0;
  const world = createWorld(openBrowser(server, scripts));
  await reach(world, start);
  const { browser, typed, latest, codesAsked } = world;
  const [tab] = browser.tabs;
  return {
    address: start === 'login' ? '/#/login' : start === 'app' ? '/app/' : '/#/checkout',
    time: browser.clock.now(),
    takenAt: Date.now(),
    rows: await readRows(server),
    mails: [...server.mailbox.all],
    cookies: browser.jar.all(),
    stored: browser.stored,
    sessionValues: tab?.sessionValues ?? new Map(),
    documents: tab?.documents ?? 0,
    exchanges: browser.network.exchanges,
    moments: browser.moment(),
    typed,
    latest,
    codesAsked,
  };
};

/** Opens browsers at the start of a run. What leads to a start is played once. */
export const createStarts = (server: RaceServer, scripts: Scripts) => {
  const snapshots = new Map<Start, Snapshot>();
  return {
    /** Opens a browser whose tabs resume what the visitor has come to. The database has no other rows. */
    async open(start: Start, tabs: number): Promise<World> {
      const snapshot = snapshots.get(start) ?? (await takeSnapshot(server, scripts, start));
      snapshots.set(start, snapshot);
      await removeRows(server);
      await writeRows(server, snapshot.rows);
      server.mailbox.all.splice(0, Number.POSITIVE_INFINITY, ...snapshot.mails);
      const browser = openBrowser(server, scripts, snapshot);
      await server.age(snapshot.takenAt - Date.now(), browser.visitor);
      const world = createWorld(browser);
      world.typed = new Map(snapshot.typed);
      world.latest = { ...snapshot.latest };
      world.codesAsked = new Map(snapshot.codesAsked);
      await browser.open(snapshot.address, snapshot);
      while (browser.tabs.length < tabs) await browser.open(snapshot.address);
      while (await browser.schedule.release(0));
      browser.schedule.takeReleased();
      return world;
    },
  };
};

export type Starts = ReturnType<typeof createStarts>;
