import { expect } from 'vitest';
import { paths } from '#contract/paths.ts';
import { picture } from './images.ts';
import { companyBody, completeBody, sendPath, userBody, verifyPath } from './sign-up-steps.ts';
import type { SmtpInbox } from './smtp-inbox.ts';
import type { TestClient } from './test-client.ts';
import { uploadLogo } from './upload-logo.ts';

/** What the server has said yes to; what it says so to once must stay. */
interface Acknowledged {
  hasLead: boolean;
  hasTicket: boolean;
  companyId?: string;
  logo?: string;
  userId?: string;
  isComplete: boolean;
  isDone: boolean;
}

/** Somebody who signs up, one call a step, and repeats a call whose answer got lost. */
export interface Person {
  email: string;
  password: string;
  client: TestClient;
  has: Acknowledged;
  /**
   * Makes the next call; false when there is nothing to do but wait for mail, or for the pause
   * between two codes. Rejects when the server does not answer, or answers what it must not.
   */
  step(): Promise<boolean>;
}

const newestCode = (inbox: SmtpInbox, email: string): string | undefined =>
  inbox.received.findLast(({ recipients }) => recipients.includes(email))?.mail.text?.slice(0, 6);

const proveAddress = (client: TestClient, email: string, inbox: SmtpInbox, has: Acknowledged) => {
  let hasAsked = false;
  let tried: string | undefined;

  return async (): Promise<boolean> => {
    const code = newestCode(inbox, email);
    if (code !== undefined && code !== tried) {
      tried = code;
      const { status } = await client.get(verifyPath(email, code));
      // 400: it was right, and that answer got lost; or a newer one is on its way.
      expect([200, 400]).toContain(status);
      has.hasTicket = status === 200;
      return true;
    }
    if (hasAsked && code === undefined) return false;
    const { status } = await client.post(sendPath(email));
    // 429: it was asked for within the last 30 seconds, whether or not that answer got lost.
    expect([200, 429]).toContain(status);
    hasAsked = true;
    return status === 200;
  };
};

/** @param email of nobody else, at a company of its own */
export const createPerson = (email: string, client: TestClient, inbox: SmtpInbox): Person => {
  const password = `the passphrase of ${email.split('@')[0]}`;
  const has: Acknowledged = { hasLead: false, hasTicket: false, isComplete: false, isDone: false };

  const call = async (method: 'POST' | 'PATCH', path: string, payload: object) => {
    const answer = await client.send(method, path, { payload });
    expect([path, answer.status, answer.text]).toEqual([path, 200, expect.any(String)]);
    return answer.body.message;
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
    const answer = await uploadLogo(client, companyId, await picture('png', 64, 64));
    expect(answer.status).toBe(200);
    return answer.body.message;
  };

  const makeAccount = async () => {
    if (has.companyId === undefined) {
      has.companyId = await call('POST', paths.createCompany, companyBody);
    } else if (has.logo === undefined) {
      has.logo = await sendLogo(has.companyId);
    } else if (has.userId === undefined) {
      has.userId = await call('POST', paths.createUser, userBody(has.companyId, email));
    } else if (!has.isComplete) {
      await call('PATCH', paths.completeUser, completeBody(has.userId, password));
      has.isComplete = true;
    } else {
      const about = { uuid: has.companyId, name: 'Bright', about: 'We move things.' };
      await call('PATCH', paths.updateCompany, about);
      has.isDone = true;
    }
  };

  const prove = proveAddress(client, email, inbox, has);

  return {
    email,
    password,
    client,
    has,
    async step() {
      if (!has.hasLead) {
        await askForDemo();
        has.hasLead = true;
        return true;
      }
      if (!has.hasTicket) return prove();
      await makeAccount();
      return true;
    },
  };
};
