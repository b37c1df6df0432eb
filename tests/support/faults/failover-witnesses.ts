import { expect } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import type { TestClient } from '../server/http/test-client.ts';
import { logIn } from '../server/log-in-steps.ts';
import type { SmtpInbox } from '../server/mail/smtp-inbox.ts';
import { makeUserWithEmail, sendPath, verifyPath } from '../server/sign-up-steps.ts';
import { newClient, type RunningServer } from './running-server.ts';

/** `rates.passwordTries` of `src/server/limits/rates.ts`. */
const PASSWORD_TRIES = 5;

/** People with a session, a code and a used-up limit, each acknowledged before a failover. */
export interface Witnesses {
  /** Lets them get what the next failover must keep. */
  prepare(): Promise<void>;
  /** Expects the database to have kept it. */
  expectKept(): Promise<void>;
  /** Expects the codes that were requested immediately before a failover to arrive and to be accepted. */
  expectLateCodes(): Promise<void>;
  /** Addresses that have requested exactly one code. */
  requesters: string[];
}

/** @param at the servers, in turn */
export const createWitnesses = async (
  at: Pick<RunningServer, 'url'>,
  inbox: SmtpInbox,
): Promise<Witnesses> => {
  const member = newClient(at);
  await makeUserWithEmail({ mailbox: inbox }, member, 'witness@company.example');
  const requesters: string[] = [];
  const late: { client: TestClient; email: string }[] = [];
  let round = 0;
  let expectKept = async () => {};

  const requestCode = async (email: string) => {
    const client = newClient(at);
    expect((await client.post(sendPath(email))).status).toBe(200);
    requesters.push(email);
    return client;
  };
  const exhaustTries = async (email: string) => {
    const client = newClient(at);
    for (let tries = 0; tries < PASSWORD_TRIES; tries += 1)
      expect((await logIn(client, email, 'not the password')).status).toBe(401);
    return client;
  };
  const verify = async (client: TestClient, email: string) => {
    const mails = inbox.received.filter(({ recipients }) => recipients.includes(email));
    const code = mails.at(-1)?.mail.text?.slice(0, 6) ?? '';
    const { status } = await client.get(verifyPath(email, code));
    expect([email, mails.length, status]).toEqual([email, expect.any(Number), 200]);
  };

  return {
    requesters,
    async prepare() {
      round += 1;
      const email = `asha@code-${round}.example`;
      const limited = `asha@limited-${round}.example`;
      const client = await requestCode(email);
      await inbox.nextCode(email);
      const limitedClient = await exhaustTries(limited);
      expect((await member.post(paths.refresh)).status).toBe(200);
      const lateEmail = `asha@late-${round}.example`;
      late.push({ client: await requestCode(lateEmail), email: lateEmail });
      expectKept = async () => {
        expect((await member.get(paths.currentUser)).status).toBe(200);
        expect((await logIn(limitedClient, limited, 'not the password')).status).toBe(429);
        await verify(client, email);
      };
    },
    expectKept: () => expectKept(),
    async expectLateCodes() {
      for (const { client, email } of late) await verify(client, email);
    },
  };
};
