import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { paths } from '#contract/paths.ts';
import { type OpenDatabase, openDatabase } from '#server/db/open-database.ts';
import { reap } from '#server/db/reaper.ts';
import { ageLimits } from './age.ts';
import { createPerson, type Person } from './person.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import type { SmtpInbox } from './smtp-inbox.ts';
import { createWireClient } from './wire-client.ts';

// How many people are at it at once.
const CROWD = 5;
const WORK_MS_MAX = 1200;
const START_MS_MAX = 1500;
/** About as long as a call takes. */
const CALL_MS_MAX = 12;
/** Every so many kills one comes while the server starts. */
const START_KILLED_EVERY = 5;
const PAUSE_MS = 40;
/** Far more than it takes everybody to go on to the end. */
const FINISH_MS = 120_000;

export interface KillLoop {
  /** At least so many, and on until one of them took somebody's answer away. */
  kills: number;
  /** Of the server; the folder is this loop's own. */
  env: { DATA_DIR: string; DATABASE_URL?: string };
  inbox: SmtpInbox;
  isBuilt?: boolean;
}

/** What a loop did, for the report. */
export interface KillFigures {
  people: number;
  acknowledged: number;
  /** Calls whose answer got lost. */
  interrupted: number;
}

const isLost = (error: unknown): boolean => error instanceof TypeError; // fetch's own failure

const count = ({ has }: Person): number => Object.values(has).filter(Boolean).length;

/** Goes on until all is done or the server answers no more; whether an answer got lost. */
const work = async (person: Person, isOver: () => boolean): Promise<boolean> => {
  try {
    while (!person.has.isDone && !isOver()) if (!(await person.step())) await pause(PAUSE_MS);
  } catch (error) {
    // What the server says while it dies is nothing; what it says wrong is.
    if (!isLost(error)) throw error;
    return true;
  }
  return false;
};

const expectStored = async (db: OpenDatabase['db'], { email, has }: Person) => {
  const company = await db
    .selectFrom('companies')
    .leftJoin('users', 'users.company_id', 'companies.id')
    .leftJoin('logos', 'logos.company_id', 'companies.id')
    .where('owner_email', '=', email)
    .select(['companies.id as companyId', 'users.id as userId', 'users.status', 'logos.name'])
    .execute();
  const leads = await db.selectFrom('leads').where('email', '=', email).select('id').execute();
  expect([email, leads.length]).toEqual([email, 1]);
  expect(company).toEqual([
    { companyId: has.companyId, userId: has.userId, status: 'accepted', name: expect.anything() },
  ]);
  expect(has.logo).toContain(company[0]?.name);
};

/** Makes everything that was begun a day older, clears up, and looks for what should not be left. */
const expectNothingHalfMade = async (db: OpenDatabase['db'], emails: string[]) => {
  const day = sql`interval '25 hours'`;
  await sql`update companies set updated_at = updated_at - ${day}`.execute(db);
  await sql`update codes set expires_at = expires_at - ${day}`.execute(db);
  await ageLimits(db, 24 * 3600);
  await sql`update sign_ups set expires_at = expires_at - ${day}`.execute(db);
  await sql`update outbox set sent_at = sent_at - ${day},
    expires_at = expires_at - interval '5 days'`.execute(db);
  await reap(db);
  const companies = await db.selectFrom('companies').select('owner_email').execute();
  expect(companies.map((row) => row.owner_email).sort()).toEqual([...emails].sort());
  for (const table of ['codes', 'limits', 'sign_ups', 'outbox'] as const)
    expect([table, await db.selectFrom(table).selectAll().execute()]).toEqual([table, []]);
  const { rows } = await sql`select users.id from users
    left join companies on companies.id = users.company_id where companies.id is null
    union all select logos.company_id from logos
    left join companies on companies.id = logos.company_id where companies.id is null`.execute(db);
  expect(rows).toEqual([]);
};

/**
 * Kills the server at random moments while people sign up, and holds it to what it acknowledged:
 * everybody can go on, and afterwards everything is there, once, and nothing besides.
 */
export const killInALoop = async ({
  kills,
  env,
  inbox,
  isBuilt = false,
}: KillLoop): Promise<KillFigures> => {
  const settings = { ...env, SMTP_URL: inbox.url, TRUST_PROXY: '1', SECRET_KEY: 'k'.repeat(32) };
  const people: Person[] = [];
  let server: ServerProcess;
  let address = '';
  let tellCall = () => {};
  let interrupted = 0;

  const newPerson = () => {
    const number = people.length;
    const ip = `10.9.${number >> 8}.${number & 255}`;
    const email = `p${number}@killed-${randomUUID().slice(0, 8)}.example`;
    const person = createPerson(
      email,
      createWireClient(() => {
        tellCall();
        return address;
      }, ip),
      inbox,
    );
    people.push(person);
    return person;
  };
  const start = () => {
    server = startServerProcess(settings, { isBuilt });
    return server;
  };
  const kill = async () => {
    server.child.kill('SIGKILL');
    await server.ended;
  };
  const nextCall = () =>
    new Promise<void>((resolve) => {
      tellCall = resolve;
    });
  const open = () => openDatabase({ dataDir: env.DATA_DIR, databaseUrl: env.DATABASE_URL });

  const workAndKill = async () => {
    address = await start().address();
    const busy = people.filter(({ has }) => !has.isDone);
    // Those who wait for a pause of thirty seconds don't count.
    while (busy.filter(({ has }) => !has.hasLead || has.hasTicket).length < CROWD)
      busy.push(newPerson());
    let isOver = false;
    const all = Promise.all(busy.map((person) => work(person, () => isOver)));
    await Promise.race([pause(randomInt(WORK_MS_MAX)), all]);
    // Most of the time everybody waits for mail: it dies while it works on something.
    await Promise.race([nextCall(), all]);
    await pause(randomInt(CALL_MS_MAX));
    await kill();
    isOver = true;
    interrupted += (await all).filter(Boolean).length;
  };

  const finishAll = async () => {
    // As if thirty seconds had passed: those who have to ask for another code may.
    const { db, close } = await open();
    await ageLimits(db, 31);
    // And, where others could still be delivering it, the lease of what was under way.
    if (env.DATABASE_URL !== undefined)
      await sql`update outbox set next_at = now() where sent_at is null`.execute(db);
    await close();
    address = await start().address();
    const endAt = performance.now() + FINISH_MS;
    await Promise.all(people.map((person) => work(person, () => performance.now() > endAt)));
    expect(people.filter(({ has }) => !has.isDone).map(({ email }) => email)).toEqual([]);
  };

  const logInAll = async () => {
    for (const { email, password, has, client } of people) {
      const current = await client.get(paths.currentUser);
      expect([email, current.body.success?.uuid]).toEqual([email, has.userId]);
      const login = await client.post(paths.login, { email, password });
      expect([email, login.body.success]).toEqual([
        email,
        { uuid: has.userId, status: 'accepted' },
      ]);
      expect((await client.get(has.logo ?? '')).status).toBe(200);
    }
  };

  try {
    for (let number = 1; number <= kills || interrupted === 0; number += 1) {
      if (number % START_KILLED_EVERY === 1) {
        start();
        await pause(randomInt(START_MS_MAX));
        await kill();
      } else await workAndKill();
    }
    await finishAll();
    await logInAll();
    // Somebody who stops half-way leaves a company without a user.
    const quitter = newPerson();
    while (quitter.has.companyId === undefined) if (!(await quitter.step())) await pause(PAUSE_MS);
  } finally {
    await kill();
  }

  const { db, close } = await open();
  try {
    const finished = people.filter(({ has }) => has.isDone);
    for (const person of finished) await expectStored(db, person);
    await expectNothingHalfMade(
      db,
      finished.map(({ email }) => email),
    );
    for (const person of finished) await expectStored(db, person);
  } finally {
    await close();
  }
  return {
    people: people.length,
    acknowledged: people.reduce((sum, person) => sum + count(person), 0),
    interrupted,
  };
};
