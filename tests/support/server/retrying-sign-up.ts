import { expect } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import type { TestClient } from './http/test-client.ts';
import { plainImage } from './images/images.ts';
import { uploadLogo } from './images/upload-logo.ts';
import type { SmtpInbox } from './mail/smtp-inbox.ts';
import { companyBody, completeBody, sendPath, userBody, verifyPath } from './sign-up-steps.ts';

const ASK_AGAIN_MS = 1000;

/** What the server has acknowledged, and must therefore keep. */
interface Acknowledged {
  hasLead: boolean;
  hasTicket: boolean;
  companyId?: string;
  logo?: string;
  userId?: string;
  isComplete: boolean;
  isDone: boolean;
}

/** A sign-up that makes one call per step and repeats a call that got no response. */
export interface RetryingSignUp {
  email: string;
  password: string;
  client: TestClient;
  acknowledged: Acknowledged;
  /**
   * Makes the next call; false if it can only wait for mail or for the resend pause. Rejects if the
   * server doesn't respond or responds wrongly.
   */
  step(): Promise<boolean>;
}

const newestCode = (inbox: SmtpInbox, email: string): string | undefined =>
  inbox.received.findLast(({ recipients }) => recipients.includes(email))?.mail.text?.slice(0, 6);

const proveAddress = (
  client: TestClient,
  email: string,
  inbox: SmtpInbox,
  acknowledged: Acknowledged,
) => {
  let hasAsked = false;
  let askedAtMs = Number.NEGATIVE_INFINITY;
  let tried: string | undefined;

  return async (): Promise<boolean> => {
    const code = newestCode(inbox, email);
    if (code !== undefined && code !== tried) {
      tried = code;
      const { status } = await client.get(verifyPath(email, code));
      // 400: the code was right but that response got lost, or a newer code is on its way.
      expect([200, 400]).toContain(status);
      acknowledged.hasTicket = status === 200;
      return true;
    }
    if (hasAsked && code === undefined) return false;
    if (performance.now() - askedAtMs < ASK_AGAIN_MS) return false;
    askedAtMs = performance.now();
    const { status } = await client.post(sendPath(email));
    // 429: a code was requested within the resend pause. A kill may have lost its response, or its mail:
    // then the person asks again when the pause has ended.
    expect([200, 429]).toContain(status);
    hasAsked = status === 200;
    return hasAsked;
  };
};

/** @param email must be unique, with a company domain of its own */
export const createRetryingSignUp = (
  email: string,
  client: TestClient,
  inbox: SmtpInbox,
): RetryingSignUp => {
  const password = `the passphrase of ${email.split('@')[0]}`;
  const acknowledged: Acknowledged = {
    hasLead: false,
    hasTicket: false,
    isComplete: false,
    isDone: false,
  };

  const call = async (method: 'POST' | 'PATCH', path: string, payload: object) => {
    const response = await client.send(method, path, { payload });
    expect([path, response.status, response.text]).toEqual([path, 200, expect.any(String)]);
    return response.body.message;
  };
  const askForDemo = () =>
    call('POST', paths.requestDemo, {
      name: 'Asha Rao',
      email,
      phone: '+919876543210',
      organization: 'Acme',
      message: '',
    });
  const sendLogo = async (companyId: string) => {
    const response = await uploadLogo(client, companyId, await plainImage('png', 64, 64));
    expect(response.status).toBe(200);
    return response.body.message;
  };

  const makeAccount = async () => {
    if (acknowledged.companyId === undefined) {
      acknowledged.companyId = await call('POST', paths.createCompany, companyBody);
    } else if (acknowledged.logo === undefined) {
      acknowledged.logo = await sendLogo(acknowledged.companyId);
    } else if (acknowledged.userId === undefined) {
      acknowledged.userId = await call(
        'POST',
        paths.createUser,
        userBody(acknowledged.companyId, email),
      );
    } else if (!acknowledged.isComplete) {
      await call('PATCH', paths.completeUser, completeBody(acknowledged.userId, password));
      acknowledged.isComplete = true;
    } else {
      const about = { uuid: acknowledged.companyId, name: 'Bright', about: 'We move things.' };
      await call('PATCH', paths.updateCompany, about);
      acknowledged.isDone = true;
    }
  };

  const prove = proveAddress(client, email, inbox, acknowledged);

  return {
    email,
    password,
    client,
    acknowledged,
    async step() {
      if (!acknowledged.hasLead) {
        await askForDemo();
        acknowledged.hasLead = true;
        return true;
      }
      if (!acknowledged.hasTicket) return prove();
      await makeAccount();
      return true;
    },
  };
};
