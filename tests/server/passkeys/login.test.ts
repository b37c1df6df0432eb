import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { cookieNames } from '#contract/cookies.ts';
import { PASSKEY_CHALLENGE_LIFETIME_MS } from '#contract/passkey.ts';
import { required } from '#contract/text.ts';
import { createPasskey, type Deviation, signLogin } from '#tests/support/passkeys/authenticator.ts';
import {
  addPasskey,
  askToAdd,
  askToLogIn,
  listPasskeys,
  logInByPasskey,
} from '#tests/support/passkeys/passkey-steps.ts';
import { readUserRow } from '#tests/support/server/database/read-rows.ts';
import {
  auditTrail,
  logIn,
  logInByCode,
  makeAccount,
  receiveLoginCode,
} from '#tests/support/server/log-in-steps.ts';
import { onEachDatabase } from '#tests/support/server/test-server.ts';

onEachDatabase('a login by passkey', (server) => {
  const withPasskey = async (deviation: Deviation = {}) => {
    const account = await makeAccount(server());
    return { ...account, ...(await addPasskey(account.maker, deviation)) };
  };

  const passkeyRow = (id: string) =>
    server()
      .db.selectFrom('passkeys')
      .where('id', '=', id)
      .select(['counter', 'last_used_at', 'is_backed_up'])
      .executeTakeFirstOrThrow();

  it.each(['ES256', 'RS256'] as const)(
    'works with a key of %s and no address',
    async (algorithm) => {
      const { passkey, userId, listed, maker } = await withPasskey({ algorithm });
      const client = server().client();
      const response = await logInByPasskey(client, passkey);
      expect(response.status).toBe(200);
      expect(response.body).toEqual({
        ATSEnabled: false,
        success: { uuid: userId, status: 'accepted' },
      });
      expect((await client.get(paths.currentUser)).body.success?.uuid).toBe(userId);
      expect(listed.lastUsedAt).toBeUndefined();
      const [used] = await listPasskeys(maker);
      expect(Date.parse(used?.lastUsedAt ?? '')).toBeGreaterThan(Date.parse(listed.createdAt));
    },
  );

  it('has the response, the cookies and the session of a login by code', async () => {
    const { email, passkey, userId } = await withPasskey();
    const [byPasskey, byCode] = [server().client(), server().client()];
    // The notice of the new passkey.
    await server().mailbox.next(email);
    const one = await logInByPasskey(byPasskey, passkey);
    const code = await receiveLoginCode(server(), byCode, email);
    const other = await logInByCode(byCode, email, code);
    expect(one.body).toEqual(other.body);
    const attributesOf = (response: typeof one) =>
      [response.headers['set-cookie'] ?? []]
        .flat()
        .map((line) => String(line).replace(/=[^;]*/, ''))
        .sort();
    expect(attributesOf(one)).toEqual(attributesOf(other));
    expect(byPasskey.cookies.get(cookieNames.device)).toBeDefined();
    const openers = await server()
      .db.selectFrom('sessions')
      .where('user_id', '=', userId)
      .select('opened_by')
      .orderBy('opened_at')
      .execute();
    expect(openers.map(({ opened_by }) => opened_by)).toEqual(['sign-up', 'passkey', 'code']);
    expect(await auditTrail(server(), { email, userId })).toContain('login.passkey accepted');
  });

  it('ends an older session of the browser', async () => {
    const first = await makeAccount(server());
    const { passkey, userId } = await withPasskey();
    const before = new Map(first.maker.cookies);
    expect((await logInByPasskey(first.maker, passkey)).body.success?.uuid).toBe(userId);
    const stolen = server().client();
    for (const [name, value] of before) stolen.cookies.set(name, value);
    expect((await stolen.get(paths.currentUser)).status).toBe(401);
  });

  it('lets the owner set a new password within ten minutes', async () => {
    const { email, passkey, userId } = await withPasskey();
    const client = server().client();
    await logInByPasskey(client, passkey);
    const password = 'something nobody has thought of';
    const body = { uuid: userId, status: 'accepted', password };
    expect((await client.patch(paths.updatePassword, body)).status).toBe(200);
    expect((await logIn(server().client(), email, password)).status).toBe(200);
    // The passkey stays, and the notice says so.
    await server().mailbox.next(email);
    expect((await server().mailbox.next(email)).text).toContain('Your passkeys still work.');
    expect((await logInByPasskey(server().client(), passkey)).status).toBe(200);
  });

  it('gets options that name nobody', async () => {
    await withPasskey();
    const options = await askToLogIn(server().client());
    expect(options).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      timeout: PASSKEY_CHALLENGE_LIFETIME_MS,
      rpId: 'localhost',
      userVerification: 'required',
    });
  });

  describe('is refused', () => {
    const deviations: [string, Deviation][] = [
      ['a page of another origin', { origin: 'https://localhost:3000' }],
      ['another port', { origin: 'http://localhost:3001' }],
      ['an origin that begins alike', { origin: 'http://localhost:3000.evil.example' }],
      ['another relying party', { rpId: 'evil.example' }],
      ['a frame of another site', { crossOrigin: true }],
      ['a frame, as text', { crossOrigin: 'true' }],
      ['a ceremony of another type', { type: 'webauthn.create' }],
      ['a user who is not verified', { isUserVerified: false }],
      ['a user who is not present', { isUserPresent: false }],
      ['a challenge of its own', { challenge: 'A'.repeat(43) }],
    ];
    it.each(deviations)('for %s', async (_title, deviation) => {
      const { passkey, listed, email, userId } = await withPasskey();
      const client = server().client();
      const response = await logInByPasskey(client, passkey, deviation);
      expect([response.status, response.error?.code]).toEqual([400, 'passkey_invalid']);
      expect((await client.get(paths.currentUser)).status).toBe(401);
      expect((await passkeyRow(listed.id)).last_used_at).toBeNull();
      const trail = await auditTrail(server(), { email, userId });
      expect(trail).not.toContain('login.passkey accepted');
      // The same passkey works without the deviation.
      expect((await logInByPasskey(client, passkey)).status).toBe(200);
    });

    it('for a signature of another key, and the owner sees it in the audit log', async () => {
      const { passkey, email, userId } = await withPasskey();
      const { passkey: other } = await withPasskey();
      const forged = { ...passkey, privateKey: other.privateKey };
      const response = await logInByPasskey(server().client(), forged);
      expect(response.error?.code).toBe('passkey_invalid');
      expect(await auditTrail(server(), { email, userId })).toContain('login.passkey rejected');
    });

    it.each(['signature', 'authenticatorData', 'clientDataJSON'] as const)(
      'for a changed byte in %s',
      async (part) => {
        const { passkey } = await withPasskey();
        const client = server().client();
        const credential = signLogin(passkey, await askToLogIn(client));
        const bytes = Buffer.from(credential.response[part], 'base64url');
        const at = part === 'clientDataJSON' ? bytes.indexOf('false') : bytes.length - 1;
        if (part === 'clientDataJSON') bytes.write(' fals', at);
        else bytes.writeUInt8((bytes.at(at) ?? 0) ^ 1, at);
        credential.response[part] = bytes.toString('base64url');
        const response = await client.post(paths.passkeyLogin, { credential });
        expect(response.error?.code).toBe('passkey_invalid');
      },
    );

    it('for an unknown credential, with the response of a wrong signature', async () => {
      const { passkey, maker } = await withPasskey();
      const { passkey: unknown } = createPasskey(await askToAdd(maker));
      const client = server().client();
      const one = await logInByPasskey(client, unknown);
      const other = await logInByPasskey(client, { ...passkey, privateKey: unknown.privateKey });
      expect(one.text).toBe(other.text);
      expect(one.status).toBe(400);
    });

    it('for the user handle of another user', async () => {
      const { passkey } = await withPasskey();
      const { passkey: other } = await withPasskey();
      const response = await logInByPasskey(server().client(), {
        ...passkey,
        handle: other.handle,
      });
      expect(response.error?.code).toBe('passkey_invalid');
    });

    it('for a removed passkey', async () => {
      const { passkey, listed, maker } = await withPasskey();
      expect((await maker.post(paths.removePasskey, { id: listed.id })).status).toBe(200);
      const response = await logInByPasskey(server().client(), passkey);
      expect(response.error?.code).toBe('passkey_invalid');
    });
  });

  describe('has a challenge that', () => {
    it('is used once, also after a failure', async () => {
      const { passkey } = await withPasskey();
      const client = server().client();
      const options = await askToLogIn(client);
      const wrong = signLogin(passkey, options, { isUserVerified: false });
      const right = signLogin(passkey, options);
      const post = (credential: typeof right) => client.post(paths.passkeyLogin, { credential });
      expect((await post(wrong)).error?.code).toBe('passkey_invalid');
      expect((await post(right)).error?.code).toBe('passkey_invalid');
      const fresh = signLogin(passkey, await askToLogIn(client));
      const xsrf = required(client.cookies.get(cookieNames.xsrf));
      expect((await post(fresh)).status).toBe(200);
      // A replay by a client with the cookie that it was bound to.
      const thief = server().client();
      thief.cookies.set(cookieNames.xsrf, xsrf);
      const replayed = await thief.post(paths.passkeyLogin, { credential: fresh });
      expect(replayed.error?.code).toBe('passkey_invalid');
    });

    it('one of two concurrent requests gets', async () => {
      const { passkey, userId } = await withPasskey();
      const client = server().client();
      const credential = signLogin(passkey, await askToLogIn(client));
      const both = await Promise.all(
        [1, 2].map(() => client.post(paths.passkeyLogin, { credential })),
      );
      expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
      const sessions = await server()
        .db.selectFrom('sessions')
        .where('user_id', '=', userId)
        .where('opened_by', '=', 'passkey')
        .select('id')
        .execute();
      expect(sessions).toHaveLength(1);
    });

    it('another browser cannot use, and does not use up', async () => {
      const { passkey } = await withPasskey();
      const [owner, thief] = [server().client(), server().client()];
      const credential = signLogin(passkey, await askToLogIn(owner));
      await askToLogIn(thief);
      const stolen = await thief.post(paths.passkeyLogin, { credential });
      expect(stolen.error?.code).toBe('passkey_invalid');
      expect((await owner.post(paths.passkeyLogin, { credential })).status).toBe(200);
    });

    it('expires after five minutes', async () => {
      const { passkey } = await withPasskey();
      const client = server().client();
      const age = (ms: number) =>
        sql`update passkey_challenges set expires_at = expires_at - make_interval(secs => ${ms / 1000})`.execute(
          server().db,
        );
      const early = signLogin(passkey, await askToLogIn(client));
      await age(PASSKEY_CHALLENGE_LIFETIME_MS - 60_000);
      const late = signLogin(passkey, await askToLogIn(client));
      expect((await client.post(paths.passkeyLogin, { credential: early })).status).toBe(200);
      const again = server().client();
      const expired = signLogin(passkey, await askToLogIn(again));
      await age(PASSKEY_CHALLENGE_LIFETIME_MS);
      for (const [browser, credential] of [
        [again, expired],
        [client, late],
      ] as const) {
        const response = await browser.post(paths.passkeyLogin, { credential });
        expect(response.error?.code).toBe('passkey_invalid');
      }
    });

    it('was not given for adding a passkey', async () => {
      const { passkey, maker } = await withPasskey();
      const { challenge } = await askToAdd(maker);
      const credential = signLogin(passkey, { ...(await askToLogIn(maker)), challenge });
      const response = await maker.post(paths.passkeyLogin, { credential });
      expect(response.error?.code).toBe('passkey_invalid');
    });
  });

  describe('compares the counter:', () => {
    it('0 is fine for synced passkeys', async () => {
      const { passkey } = await withPasskey();
      for (let time = 0; time < 2; time += 1)
        expect((await logInByPasskey(server().client(), passkey)).status).toBe(200);
    });

    it('one that rises is stored, up to the largest', async () => {
      const { passkey, listed } = await withPasskey({ counter: 7 });
      expect((await logInByPasskey(server().client(), passkey)).status).toBe(200);
      expect((await passkeyRow(listed.id)).counter).toBe('8');
      const max = 2 ** 32 - 1;
      const response = await logInByPasskey(server().client(), passkey, { counter: max });
      expect(response.status).toBe(200);
      expect((await passkeyRow(listed.id)).counter).toBe(String(max));
    });

    it.each([
      ['equal', 7],
      ['lower', 6],
      ['gone', 0],
    ])(
      'one that is %s is a clone: refused, audited, and nothing else changes',
      async (_title, counter) => {
        const { passkey, listed, email, userId } = await withPasskey({ counter: 7 });
        const client = server().client();
        const before = await passkeyRow(listed.id);
        const response = await logInByPasskey(client, passkey, { counter, isBackedUp: false });
        expect(response.error?.code).toBe('passkey_invalid');
        expect(await passkeyRow(listed.id)).toEqual(before);
        expect(await auditTrail(server(), { email, userId })).toContain('login.passkey cloned');
        expect((await logInByPasskey(client, passkey)).status).toBe(200);
      },
    );

    it('a wrong signature with a low counter is no clone', async () => {
      const { passkey, email, userId } = await withPasskey({ counter: 7 });
      const { passkey: other } = await withPasskey();
      const forged = { ...passkey, privateKey: other.privateKey };
      await logInByPasskey(server().client(), forged, { counter: 1 });
      const trail = await auditTrail(server(), { email, userId });
      expect(trail).toContain('login.passkey rejected');
      expect(trail).not.toContain('login.passkey cloned');
    });
  });

  it('stores whether the passkey is backed up now', async () => {
    const { passkey, listed } = await withPasskey({ isBackedUp: false });
    expect(listed.isBackedUp).toBe(false);
    await logInByPasskey(server().client(), passkey, { isBackedUp: true });
    expect((await passkeyRow(listed.id)).is_backed_up).toBe(true);
  });

  it('shows the authenticator a random handle, not the id of the user', async () => {
    const { maker, email, userId } = await makeAccount(server());
    const one = await askToAdd(maker);
    const other = await askToAdd(maker);
    expect(one.user).toEqual(other.user);
    expect(one.user.name).toBe(email);
    const handle = Buffer.from(one.user.id, 'base64url');
    expect(handle).toHaveLength(32);
    const hex = userId.replaceAll('-', '');
    expect(handle.toString('hex')).not.toContain(hex);
    expect(await readUserRow(server(), email)).toMatchObject({ passkey_handle: handle });
  });
});
