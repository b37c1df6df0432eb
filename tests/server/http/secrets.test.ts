import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { demoRequest } from '#tests/support/faults/load.ts';
import { newClient, newDataFolder } from '#tests/support/faults/running-server.ts';
import { startServerProcess } from '#tests/support/faults/server-process.ts';
import { findSecrets } from '#tests/support/server/find-secrets.ts';
import { pngLogo } from '#tests/support/server/images/png-logo.ts';
import { uploadLogo } from '#tests/support/server/images/upload-logo.ts';
import { loginCodePath, makeAccount, signInByCode } from '#tests/support/server/log-in-steps.ts';
import { openSmtpInbox, type SmtpInbox } from '#tests/support/server/mail/smtp-inbox.ts';
import {
  companyBody,
  completeBody,
  sendPath,
  userBody,
  verifyPath,
} from '#tests/support/server/sign-up-steps.ts';
import { openTestServer } from '#tests/support/server/test-server.ts';

const EMAIL = 'asha@brightfreight.example';
const SECRET_KEY = 'only-this-test-knows-this-secret-key';
const SMTP_PASSWORD = 'only-this-test-knows-this-mail-password';
const LONG_MS = 90_000;

/** Passwords with characters that encodings change. */
const passwords = {
  first: 'first süße+pass/phrase 1%',
  second: 'second süße+pass/phrase 2%',
  third: 'third süße+pass/phrase 3%',
  wrong: 'wrong süße+pass/phrase 4%',
};

/** The secret parts of a token: the id before the dot is a row's and public. */
const randomPart = (token: string): string => token.replace(/^[0-9a-f-]{36}\./, '');

/** A client that records every cookie value and code that it receives. */
const openRecordingClient = (origin: string, inbox: SmtpInbox) => {
  const client = newClient(() => origin);
  const secrets = new Set<string>();
  const note = <Answer>(response: Answer): Answer => {
    // `1` marks a signed-in browser and is not secret.
    for (const value of client.cookies.values())
      if (value.length > 1) secrets.add(decodeURIComponent(value));
    return response;
  };
  return {
    secrets,
    /** Makes a call and expects this status. */
    async call(method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object, status = 200) {
      const response = note(await client.send(method, path, payload && { payload }));
      expect([path.replace(/@.*/, ''), response.status]).toEqual([path.replace(/@.*/, ''), status]);
      return response.body;
    },
    uploadLogo: async (companyId: string) =>
      note(await uploadLogo(client, companyId, (await pngLogo()).buffer)),
    async code() {
      const code = await inbox.nextCode(EMAIL);
      secrets.add(code);
      return code;
    },
  };
};

type RecordingClient = ReturnType<typeof openRecordingClient>;

const signUp = async ({ call, code, uploadLogo: upload }: RecordingClient): Promise<void> => {
  const { first, second } = passwords;
  await call('POST', sendPath(EMAIL));
  await call('GET', verifyPath(EMAIL, await code()));
  const { message: companyId } = await call('POST', paths.createCompany, companyBody);
  expect((await upload(companyId)).status).toBe(200);
  const user = { ...userBody(companyId, EMAIL), password: first };
  const { message: userId } = await call('POST', paths.createUser, user);
  const sales = { companyName: companyBody.name, userName: 'Asha Rao', userEmail: EMAIL };
  await call('POST', paths.notifySales, sales);
  await call('PATCH', paths.completeUser, completeBody(userId, second));
};

/** Uses everything: sign-up, logout, every kind of login, password reset, demo request, errors. */
const useEverything = async (visitor: RecordingClient): Promise<void> => {
  const { call } = visitor;
  const { second, third, wrong } = passwords;
  await call('GET', paths.xsrf);
  await signUp(visitor);
  await call('POST', paths.refresh);
  await call('POST', paths.logout);
  await call('POST', paths.login, { email: EMAIL, password: wrong }, 401);
  await call('POST', paths.login, { email: EMAIL, password: second });
  await call('POST', paths.logout);

  await call('POST', loginCodePath(EMAIL));
  const otp = await visitor.code();
  await call('GET', verifyPath(EMAIL, otp), undefined, 400);
  await call('GET', `/v1/email/verfy/${EMAIL}/${otp}?otp=${otp}`, undefined, 404);
  await call('GET', `/v1/email/verify/${EMAIL}%zz/${otp}`, undefined, 400);
  await call('POST', paths.login, { email: EMAIL, otp });
  const { success } = await call('GET', paths.currentUser);
  const body = { uuid: success?.uuid, status: 'accepted', password: third };
  await call('PATCH', paths.updatePassword, { ...body, more: third }, 400);
  await call('PATCH', paths.updatePassword, body);
  await call('POST', paths.logout);
  await call('POST', paths.login, { email: EMAIL, password: third });
  await call('POST', paths.requestDemo, { ...demoRequest(EMAIL), message: 'We hire in Pune.' });
};

const readFolder = async (folder: string): Promise<string> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = files.map((file) => readFile(join(file.parentPath, file.name), 'latin1'));
  return (await Promise.all(texts)).join('\n');
};

describe('after using everything', () => {
  it(
    'no password, code, token or key is in the log or in any file, the database included',
    async () => {
      const inbox = await openSmtpInbox();
      onTestFinished(inbox.close);
      const dataDir = await newDataFolder();
      const server = startServerProcess({
        DATA_DIR: dataDir,
        SECRET_KEY,
        SMTP_URL: inbox.url.replace('//', `//sitara:${SMTP_PASSWORD}@`),
      });
      onTestFinished(async () => {
        server.child.kill('SIGKILL');
        await server.ended;
      });
      const visitor = openRecordingClient(await server.address(), inbox);
      await useEverything(visitor);
      await expect.poll(() => inbox.received.length).toBe(5);
      server.child.kill('SIGTERM');
      expect(await server.ended).toBe(0);

      const stored = await readFolder(dataDir);
      const log = Buffer.from(server.output()).toString('latin1');
      const secrets = [...visitor.secrets].map(randomPart);
      expect(secrets.length).toBeGreaterThan(15);
      const all = [...secrets, ...Object.values(passwords), SECRET_KEY, SMTP_PASSWORD];
      expect(findSecrets(stored, all)).toEqual([]);
      expect(findSecrets(log, all)).toEqual([]);
      // The same search finds what is stored on purpose; email addresses are not logged.
      expect(findSecrets(stored, [EMAIL, 'We hire in Pune.'])).toHaveLength(2);
      expect(findSecrets(log, [EMAIL])).toEqual([]);
      expect(log).toContain(paths.login);
    },
    LONG_MS,
  );
});

describe('the log at its most verbose level', () => {
  it('contains no password, code or token', async () => {
    const lines: string[] = [];
    const stream = { write: (line: string) => lines.push(line) };
    const server = await openTestServer('PGlite', { config: { log: { level: 'trace', stream } } });
    onTestFinished(server.close);
    const { email, maker } = await makeAccount(server);
    const client = server.client();
    await signInByCode(server, client, email);
    const codes = server.mailbox.all.map(({ text }) => text.slice(0, 6));
    const cookies = [...maker.cookies.values(), ...client.cookies.values()];
    const secrets = [...codes, ...cookies.filter((value) => value.length > 1), email];
    expect(codes).toHaveLength(2);
    expect(findSecrets(lines.join(''), secrets)).toEqual([]);
    expect(lines.length).toBeGreaterThan(5);
  });
});
