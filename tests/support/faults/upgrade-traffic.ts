import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { CODE_LENGTH } from '#contract/code.ts';
import { required } from '#contract/text.ts';
import { type OpenDatabase, openDatabase } from '#server/database/open-database.ts';
import { type SoftwarePasskey, signLogin } from '../passkeys/authenticator.ts';
import { addPasskey, askToLogIn } from '../passkeys/passkey-steps.ts';
import { expireAccessTokens, passResendPause } from '../server/database/age-rows.ts';
import { loginCodePath } from '../server/log-in-steps.ts';
import type { SmtpInbox } from '../server/mail/smtp-inbox.ts';
import { createRetryingSignUp, type RetryingSignUp } from '../server/retrying-sign-up.ts';
import { countAcknowledged, expectStored } from './kill-loop.ts';
import { newClient } from './running-server.ts';

const CONCURRENT_SIGN_UPS = 3;
const PAUSE_MS = 50;
/** Every so many rounds, access tokens end, and a session is renewed. */
const RENEWED_EVERY = 5;
/** For each sign-up that is still open; a pause between two codes may lie in it. */
const FINISH_MS = 90_000;

interface Account extends RetryingSignUp {
  passkey?: SoftwarePasskey;
  /** An answer was lost, and with it perhaps the session. */
  isShaken?: boolean;
}

interface Parts {
  /** Of the site, which stays the same. */
  url: string;
  /** Of a database that the servers share; an embedded one is the server's alone. */
  databaseUrl?: string;
  inbox: SmtpInbox;
}

/** People who sign up with a logo, ask for a demo, and log in by all ways, over servers of two versions. */
export const startUpgradeTraffic = async ({ url, databaseUrl, inbox }: Parts) => {
  const shared =
    databaseUrl === undefined ? undefined : await openDatabase({ databaseUrl, dataDir: '' });
  const signUps: Account[] = [];
  const busy = new Set<Account>();
  const counts = { logins: 0, renewals: 0, interrupted: 0 };
  let rounds = 0;

  const expectOk = (what: string, { status, text }: { status: number; text: string }) =>
    expect([what, status, text]).toEqual([what, 200, text]);

  const renewIfExpired = async ({ client }: Account) => {
    if ((await client.get(paths.currentUser)).status !== 401) return;
    counts.renewals += 1;
    expectOk('refresh', await client.post(paths.refresh));
  };

  const logInByPassword = async ({ client, email, password }: Account) => {
    expectOk('password', await client.post(paths.login, { email, password }));
  };

  const logInByCode = async (account: Account) => {
    const { client, email } = account;
    const before = inbox.received.length;
    if (shared) await passResendPause(shared.db, email);
    const requested = await client.post(loginCodePath(email));
    // Asked too soon after a login that was interrupted; nobody ages an embedded database from here.
    if (requested.status === 429) return logInByPassword(account);
    expectOk('code request', requested);
    const tried: string[] = [];
    const newest = () =>
      inbox.received
        .slice(before)
        .filter(({ recipients }) => recipients.includes(email))
        .map(({ mail }) => required(mail.text).slice(0, CODE_LENGTH))
        .findLast((otp) => !tried.includes(otp));
    const enterNewest = async () => {
      await expect.poll(newest, { timeout: 20_000 }).toBeDefined();
      const otp = required(newest());
      tried.push(otp);
      return client.post(paths.login, { email, otp });
    };
    const entered = await enterNewest();
    // The mail of a request that was interrupted may arrive late, before this one's.
    expectOk('code', entered.status === 400 ? await enterNewest() : entered);
    // A session that a password opened may not add one.
    account.passkey ??= (await addPasskey(client, { origin: url })).passkey;
  };

  const logInByPasskey = async (account: Account) => {
    const { client, passkey } = account;
    if (!passkey) return logInByCode(account);
    const credential = signLogin(passkey, await askToLogIn(client), { origin: url });
    expectOk('passkey', await client.post(paths.passkeyLogin, { credential }));
  };

  /** Reads the user in a session that may have to be renewed, and logs in by one way. */
  const exercise = async (account: Account): Promise<void> => {
    if (account.isShaken) await logInByPassword(account);
    account.isShaken = false;
    await renewIfExpired(account);
    const read = await account.client.get(paths.currentUser);
    expect([account.email, read.body.success?.uuid]).toEqual([
      account.email,
      account.acknowledged.userId,
    ]);
    await (rounds % 2 === 0 ? logInByPasskey : logInByPassword)(account);
    counts.logins += 1;
    rounds += 1;
  };

  const nextSignUp = (): Account => {
    const open = signUps.find((one) => !one.acknowledged.isDone && !busy.has(one));
    if (open) return open;
    const number = signUps.length;
    const signUp = createRetryingSignUp(
      `p${number}@up-${number}.example`,
      newClient({ url }),
      inbox,
    );
    signUps.push(signUp);
    return signUp;
  };

  /** Runs an action of a person; an interruption may break it, and then the person tries again. */
  const attempt = async (
    account: Account,
    isInterrupted: boolean,
    act: () => Promise<unknown>,
  ): Promise<void> => {
    try {
      await act();
    } catch (error) {
      if (!isInterrupted) throw error;
      counts.interrupted += 1;
      account.isShaken = true;
      await pause(PAUSE_MS);
    }
  };

  const signUpUntil = async (isOver: () => boolean, isInterrupted: boolean) => {
    while (!isOver()) {
      const one = nextSignUp();
      busy.add(one);
      // Of one person: rows of others could be locked by their requests in another order.
      if (shared) await passResendPause(shared.db, one.email);
      while (!one.acknowledged.isDone && !isOver())
        await attempt(one, isInterrupted, async () => {
          if (!(await one.step())) await pause(PAUSE_MS);
        });
      busy.delete(one);
    }
  };

  const exerciseUntil = async (isOver: () => boolean, isInterrupted: boolean) => {
    while (!isOver()) {
      const accounts = signUps.filter(({ acknowledged }) => acknowledged.isDone);
      const account = accounts[rounds % Math.max(1, accounts.length)];
      if (account) {
        if (shared && rounds % RENEWED_EVERY === 0)
          await expireAccessTokens(shared.db, account.acknowledged.userId);
        await attempt(account, isInterrupted, () => exercise(account));
      }
      await pause(PAUSE_MS);
    }
  };

  const finishOne = async (one: Account): Promise<void> => {
    const endAt = performance.now() + FINISH_MS;
    if (shared) await passResendPause(shared.db, one.email);
    while (!one.acknowledged.isDone && performance.now() < endAt)
      if (!(await one.step())) await pause(PAUSE_MS);
    expect([one.email, one.acknowledged.isDone]).toEqual([one.email, true]);
    await exercise(one);
  };

  return {
    /** @param isInterrupted whether a server crashes meanwhile, so that calls may fail */
    async run(ms: number, { isInterrupted = false } = {}): Promise<void> {
      const endAt = performance.now() + ms;
      const isOver = () => performance.now() > endAt;
      await Promise.all([
        ...Array.from({ length: CONCURRENT_SIGN_UPS }, () => signUpUntil(isOver, isInterrupted)),
        exerciseUntil(isOver, isInterrupted),
      ]);
    },
    /**
     * Lets everybody finish, and expects the database to have all that was acknowledged.
     *
     * @param openAfter opens the database of a server that it has ended, where nobody shares it
     */
    async finish(openAfter?: () => Promise<OpenDatabase>): Promise<object> {
      const unfinished = [...signUps];
      const finishSome = async () => {
        for (let one = unfinished.pop(); one; one = unfinished.pop()) await finishOne(one);
      };
      await Promise.all(Array.from({ length: CONCURRENT_SIGN_UPS }, finishSome));
      const { db, close } = (await openAfter?.()) ?? { db: shared?.db, close: async () => {} };
      if (db) for (const one of signUps) await expectStored(db, one);
      await close();
      expect(signUps.length).toBeGreaterThan(CONCURRENT_SIGN_UPS);
      return {
        'sign-ups': signUps.length,
        'acknowledged steps': signUps.reduce((sum, one) => sum + countAcknowledged(one), 0),
        ...counts,
      };
    },
    close: async (): Promise<void> => shared?.close(),
  };
};
