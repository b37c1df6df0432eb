import { expect, it } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { rates } from '#server/limits/rates.ts';
import { createPasskey, type SoftwarePasskey } from '#tests/support/passkeys/authenticator.ts';
import { addPasskey, askToAdd, logInByPasskey } from '#tests/support/passkeys/passkey-steps.ts';
import { writtenTables } from '#tests/support/server/database/written-rows.ts';
import type { TestClient } from '#tests/support/server/http/test-client.ts';
import {
  failToLogIn,
  logIn,
  logInByCode,
  loginCodePath,
  makeAccount,
} from '#tests/support/server/log-in-steps.ts';
import { waitUntilIdle } from '#tests/support/server/mail/outbox.ts';
import { receiveCode, verifyPath } from '#tests/support/server/sign-up-steps.ts';
import { onEachDatabase, type TestServer } from '#tests/support/server/test-server.ts';

const COUNTED_AND_AUDITED = [['limits'], ['audit']];

const askForCode = async (server: TestServer, email: string) => {
  expect((await server.client().post(loginCodePath(email))).status).toBe(200);
  await waitUntilIdle(server);
};

interface Call {
  what: string;
  /** Comes first and is not compared. */
  prepare?(server: TestServer, email: string): Promise<unknown>;
  send(client: TestClient, email: string): Promise<{ status: number }>;
  status: number;
  /** The tables that each transaction of the call writes, and of the mail worker after it. */
  writes: string[][];
}

const guess = (client: TestClient, email: string) => logInByCode(client, email, '000000');

const calls: Call[] = [
  {
    what: 'a wrong password',
    send: (client, email) => logIn(client, email, 'not the password'),
    status: 401,
    writes: COUNTED_AND_AUDITED,
  },
  {
    what: 'a wrong password that is not tried any more',
    prepare: (server, email) => failToLogIn(server, email, rates.passwordTries.count),
    send: (client, email) => logIn(client, email, 'not the password'),
    status: 429,
    writes: COUNTED_AND_AUDITED,
  },
  { what: 'a code that was not asked for', send: guess, status: 400, writes: COUNTED_AND_AUDITED },
  {
    what: 'a wrong code',
    prepare: askForCode,
    send: guess,
    status: 400,
    writes: [['codes', 'limits'], ['audit']],
  },
  {
    what: 'a code after five wrong ones',
    async prepare(server, email) {
      await askForCode(server, email);
      for (let tries = 0; tries < 5; tries += 1) await guess(server.client('192.0.2.1'), email);
    },
    send: guess,
    status: 400,
    writes: COUNTED_AND_AUDITED,
  },
  {
    what: 'a request for a code',
    send: (client, email) => client.post(loginCodePath(email)),
    status: 200,
    // The worker has written the code's row after the request.
    writes: [['limits'], ['audit'], ['codes']],
  },
  {
    what: 'a code for a sign-up',
    send: (client, email) => client.get(verifyPath(email, '000000')),
    status: 400,
    writes: COUNTED_AND_AUDITED,
  },
];

onEachDatabase('the server writes the same for known and unknown addresses', (server) => {
  it.each(calls)('after $what', async ({ prepare, send, status, writes }) => {
    const { email: known } = await makeAccount(server());
    for (const email of [known, server().email()]) {
      await waitUntilIdle(server());
      await prepare?.(server(), email);
      const client = server().client();
      await client.get(paths.xsrf);
      const written = await writtenTables(server().db, async () => {
        expect((await send(client, email)).status).toBe(status);
        await waitUntilIdle(server());
      });
      expect([email === known, written]).toEqual([email === known, writes]);
    }
  });

  it('and for stored and other passkeys', async () => {
    const { maker } = await makeAccount(server());
    const { passkey } = await addPasskey(maker);
    const other = createPasskey(await askToAdd(maker)).passkey;
    const wrong: SoftwarePasskey = { ...passkey, privateKey: other.privateKey };
    for (const tried of [wrong, other]) {
      await waitUntilIdle(server());
      const client = server().client();
      const written = await writtenTables(server().db, async () => {
        expect((await logInByPasskey(client, tried)).status).toBe(400);
      });
      // The options, the network of the answer, the account, the refusal.
      expect(written).toEqual([['limits'], ['limits'], ['limits'], ['audit']]);
    }
  });

  it('and a try of a sign-up code is one transaction, whether there is one or not', async () => {
    const [asked, other] = [server().email(), server().email()];
    await receiveCode(server(), server().client(), asked);
    await waitUntilIdle(server());
    const transactions = [];
    for (const email of [asked, other]) {
      const client = server().client();
      const written = await writtenTables(server().db, () =>
        client.get(verifyPath(email, '000000')),
      );
      transactions.push(written.length);
    }
    expect(transactions).toEqual([2, 2]);
  });
});
