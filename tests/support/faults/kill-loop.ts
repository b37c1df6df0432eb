import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { type OpenDatabase, openDatabase } from '#server/database/open-database.ts';
import { reap } from '#server/database/reaper.ts';
import { randomSeed } from '../random-seed.ts';
import { ageLimits, passResendPause } from '../server/database/age-rows.ts';
import { createHttpClient } from '../server/http/http-client.ts';
import type { SmtpInbox } from '../server/mail/smtp-inbox.ts';
import { createRetryingSignUp, type RetryingSignUp } from '../server/retrying-sign-up.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

// Concurrent sign-ups.
const CONCURRENT_SIGN_UPS = 5;
const WORK_MS_MAX = 1200;
const START_MS_MAX = 1500;
/** About the duration of a call. */
const CALL_MS_MAX = 12;
/** One in so many kills happens while the server starts. */
const START_KILLED_EVERY = 5;
const PAUSE_MS = 40;
/** Far more than all sign-ups need to finish. */
const FINISH_MS = 120_000;

export interface KillLoop {
  /** The minimum number of kills; the loop continues until a kill has interrupted a call. */
  kills: number;
  /** The server's environment; the folder belongs to this loop. */
  env: { DATA_DIR: string; DATABASE_URL?: string };
  inbox: SmtpInbox;
}

/** What a loop did, for the report. */
export interface KillFigures {
  signUps: number;
  acknowledged: number;
  /** Calls that got no response. */
  interrupted: number;
}

/** How long to wait before the kill of each round, in milliseconds. */
const drawDelays = (kills: number) =>
  fc.sample(
    fc.record({
      start: fc.nat(START_MS_MAX),
      work: fc.nat(WORK_MS_MAX),
      call: fc.nat(CALL_MS_MAX),
    }),
    { seed: randomSeed(), numRuns: kills, unbiased: true },
  );

const isNetworkError = (error: unknown): boolean => error instanceof TypeError; // a network error of `fetch`

/** The number of acknowledged steps. */
export const countAcknowledged = ({ acknowledged }: RetryingSignUp): number =>
  Object.values(acknowledged).filter(Boolean).length;

/**
 * Runs the sign-up until it is done or the server stops responding; returns whether a call got no
 * response.
 */
export const runSignUp = async (
  signUp: RetryingSignUp,
  isOver: () => boolean,
): Promise<boolean> => {
  try {
    while (!signUp.acknowledged.isDone && !isOver())
      if (!(await signUp.step())) await pause(PAUSE_MS);
  } catch (error) {
    // A lost response is expected; a wrong response is not.
    if (!isNetworkError(error)) throw error;
    return true;
  }
  return false;
};

/** Expects the database to contain everything that a finished sign-up was told, once. */
export const expectStored = async (
  db: OpenDatabase['db'],
  { email, acknowledged }: RetryingSignUp,
) => {
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
    {
      companyId: acknowledged.companyId,
      userId: acknowledged.userId,
      status: 'accepted',
      name: expect.anything(),
    },
  ]);
  expect(acknowledged.logo).toContain(company[0]?.name);
};

/** Ages all unfinished data by a day, runs the reaper, and expects nothing unfinished to remain. */
const expectNothingUnfinished = async (db: OpenDatabase['db'], emails: string[]) => {
  const dayAndHour = sql`interval '25 hours'`;
  await sql`update companies set updated_at = updated_at - ${dayAndHour}`.execute(db);
  await sql`update codes set expires_at = expires_at - ${dayAndHour}`.execute(db);
  await ageLimits(db, 24 * 3600);
  await sql`update sign_ups set expires_at = expires_at - ${dayAndHour}`.execute(db);
  await sql`update outbox set sent_at = sent_at - ${dayAndHour},
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
 * Kills the server at random moments during sign-ups. Every sign-up must be able to finish, and the
 * database must contain everything that was acknowledged, once, and nothing else.
 */
export const runKillLoop = async ({ kills, env, inbox }: KillLoop): Promise<KillFigures> => {
  const delays = drawDelays(kills);
  const settings = { ...env, SMTP_URL: inbox.url, TRUST_PROXY: '1', SECRET_KEY: 'k'.repeat(32) };
  const signUps: RetryingSignUp[] = [];
  let server: ServerProcess;
  let address = '';
  let onCall = () => {};
  let interrupted = 0;

  const newSignUp = () => {
    const round = signUps.length;
    const ip = `10.9.${round >> 8}.${round & 255}`;
    const email = `p${round}@killed-${randomUUID().slice(0, 8)}.example`;
    const signUp = createRetryingSignUp(
      email,
      createHttpClient(() => {
        onCall();
        return address;
      }, ip),
      inbox,
    );
    signUps.push(signUp);
    return signUp;
  };
  const start = () => {
    server = startServerProcess(settings);
    return server;
  };
  const kill = async () => {
    server.child.kill('SIGKILL');
    await server.ended;
  };
  const nextCall = () =>
    new Promise<void>((resolve) => {
      onCall = resolve;
    });
  const open = () => openDatabase({ dataDir: env.DATA_DIR, databaseUrl: env.DATABASE_URL });

  const runAndKill = async (delay: { work: number; call: number }) => {
    address = await start().address();
    const busy = signUps.filter(({ acknowledged }) => !acknowledged.isDone);
    // Sign-ups that wait for the resend pause are idle and don't count.
    while (
      busy.filter(({ acknowledged }) => !acknowledged.hasLead || acknowledged.hasTicket).length <
      CONCURRENT_SIGN_UPS
    )
      busy.push(newSignUp());
    let isOver = false;
    const all = Promise.all(busy.map((signUp) => runSignUp(signUp, () => isOver)));
    await Promise.race([pause(delay.work), all]);
    // Most sign-ups are usually waiting for mail; waiting for a call makes the kill interrupt one.
    await Promise.race([nextCall(), all]);
    await pause(delay.call);
    await kill();
    isOver = true;
    interrupted += (await all).filter(Boolean).length;
  };

  const finishAll = async () => {
    // Ends the resend pause, so that any sign-up can request another code.
    const { db, close } = await open();
    await passResendPause(db);
    // On a shared database, ends the lease of deliveries that were interrupted.
    if (env.DATABASE_URL !== undefined)
      await sql`update outbox set next_at = now() where sent_at is null`.execute(db);
    await close();
    address = await start().address();
    const endAt = performance.now() + FINISH_MS;
    await Promise.all(signUps.map((signUp) => runSignUp(signUp, () => performance.now() > endAt)));
    expect(
      signUps.filter(({ acknowledged }) => !acknowledged.isDone).map(({ email }) => email),
    ).toEqual([]);
  };

  const logInAll = async () => {
    for (const { email, password, acknowledged, client } of signUps) {
      const current = await client.get(paths.currentUser);
      expect([email, current.body.success?.uuid]).toEqual([email, acknowledged.userId]);
      const login = await client.post(paths.login, { email, password });
      expect([email, login.body.success]).toEqual([
        email,
        { uuid: acknowledged.userId, status: 'accepted' },
      ]);
      expect((await client.get(acknowledged.logo ?? '')).status).toBe(200);
    }
  };

  try {
    for (let round = 1; round <= kills || interrupted === 0; round += 1) {
      const delay = delays[round % kills] ?? { start: 0, work: 0, call: 0 };
      if (round % START_KILLED_EVERY === 1) {
        start();
        await pause(delay.start);
        await kill();
      } else await runAndKill(delay);
    }
    await finishAll();
    await logInAll();
    // An abandoned sign-up leaves a company without a user.
    const abandoned = newSignUp();
    while (abandoned.acknowledged.companyId === undefined)
      if (!(await abandoned.step())) await pause(PAUSE_MS);
  } finally {
    await kill();
  }

  const { db, close } = await open();
  try {
    const finished = signUps.filter(({ acknowledged }) => acknowledged.isDone);
    for (const signUp of finished) await expectStored(db, signUp);
    await expectNothingUnfinished(
      db,
      finished.map(({ email }) => email),
    );
    for (const signUp of finished) await expectStored(db, signUp);
  } finally {
    await close();
  }
  return {
    signUps: signUps.length,
    acknowledged: signUps.reduce((sum, signUp) => sum + countAcknowledged(signUp), 0),
    interrupted,
  };
};
