import { sign, X509Certificate } from 'node:crypto';
import { sql } from 'kysely';
import { generate } from 'selfsigned';
import { describe, expect, it } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { PASSKEY_CHALLENGE_LIFETIME_MS, PASSKEY_NAME_LENGTH_MAX } from '#contract/passkey.ts';
import { RECENT_LOGIN_MS } from '#contract/session.ts';
import { PASSKEYS_MAX } from '#server/auth/passkeys/own-passkeys.ts';
import { rates } from '#server/limits/rates.ts';
import { createPasskey, type Deviation } from '#tests/support/passkeys/authenticator.ts';
import {
  addPasskey,
  ageSessions,
  askToAdd,
  askToLogIn,
  insertPasskeys,
  listPasskeys,
  logInByPasskey,
  tryToAdd,
} from '#tests/support/passkeys/passkey-steps.ts';
import { readLimits } from '#tests/support/server/database/age-rows.ts';
import { auditTrail, makeAccount, signInByCode } from '#tests/support/server/log-in-steps.ts';
import { makeUser } from '#tests/support/server/sign-up-steps.ts';
import { onEachDatabase } from '#tests/support/server/test-server.ts';

/** An attestation by the key of the credential itself. */
const selfSigned: NonNullable<Deviation['attestation']> = {
  format: 'packed',
  statement: (data, key) =>
    new Map<string, unknown>([
      ['alg', -7],
      ['sig', new Uint8Array(sign('sha256', data, key))],
    ]),
};

onEachDatabase('a new passkey', (server) => {
  it('is listed with its name, and reported to its owner by a mail without link or name', async () => {
    const { maker, email, userId } = await makeAccount(server());
    const { listed } = await addPasskey(maker, {}, '  Asha’s 👩‍💻 laptop ');
    expect(listed).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Asha’s 👩‍💻 laptop',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      isBackedUp: true,
      endsWithReset: false,
    });
    expect(await listPasskeys(maker)).toEqual([listed]);
    const mail = await server().mailbox.next(email);
    expect(mail.subject).toContain('A passkey was added');
    for (const part of [mail.text, mail.html]) {
      expect(part).not.toMatch(/https?:|href/);
      expect(part).not.toContain('laptop');
    }
    expect(await auditTrail(server(), { email, userId })).toContain('passkey.added accepted');
  });

  it('is asked of the authenticator with user verification and without attestation', async () => {
    const { maker, email } = await makeAccount(server());
    const { passkey } = await addPasskey(maker);
    const options = await askToAdd(maker);
    expect(options).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      timeout: PASSKEY_CHALLENGE_LIFETIME_MS,
      rp: { id: 'localhost', name: expect.any(String) },
      user: {
        id: expect.stringMatching(/^[\w-]{43}$/),
        name: email,
        displayName: expect.any(String),
      },
      pubKeyCredParams: [
        { type: 'public-key', alg: -7 },
        { type: 'public-key', alg: -257 },
      ],
      excludeCredentials: [
        { type: 'public-key', id: passkey.id, transports: ['internal', 'hybrid'] },
      ],
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      attestation: 'none',
    });
  });

  it('of one user does not appear in the list of another', async () => {
    const one = await makeAccount(server());
    const other = await makeAccount(server());
    await addPasskey(one.maker);
    expect(await listPasskeys(other.maker)).toEqual([]);
    expect((await askToAdd(other.maker)).excludeCredentials).toEqual([]);
  });

  describe('is refused', () => {
    const deviations: [string, Deviation][] = [
      ['from a page of another origin', { origin: 'https://evil.example' }],
      ['from a sub-domain', { origin: 'http://www.localhost:3000' }],
      ['for another relying party', { rpId: 'evil.example' }],
      ['from a frame of another site', { crossOrigin: true }],
      ['of another ceremony', { type: 'webauthn.get' }],
      ['without user verification', { isUserVerified: false }],
      ['without user presence', { isUserPresent: false }],
      ['for a challenge of its own', { challenge: 'A'.repeat(43) }],
      ['with an algorithm that was not offered', { algorithm: 'EdDSA' }],
      [
        'with a statement beside the format none',
        { attestation: { ...selfSigned, format: 'none' } },
      ],
      ['with an unknown format', { attestation: { ...selfSigned, format: 'own' } }],
    ];
    it.each(deviations)('%s', async (_title, deviation) => {
      const { maker, email, userId } = await makeAccount(server());
      const { response } = await tryToAdd(maker, deviation);
      expect([response.status, response.error?.code]).toEqual([400, 'passkey_invalid']);
      expect(await listPasskeys(maker)).toEqual([]);
      expect(await auditTrail(server(), { email, userId })).toContain('passkey.added rejected');
    });

    it('with a certificate, although its attestation is valid', async () => {
      const subject = { CN: 'Key', O: 'Maker', C: 'IN', OU: 'Authenticator Attestation' };
      const { private: privateKey, cert } = await generate(
        Object.entries(subject).map(([shortName, value]) => ({ shortName, value })),
        {
          keyType: 'ec',
          algorithm: 'sha256',
          extensions: [{ name: 'basicConstraints', cA: false }],
        },
      );
      const statement = (data: Buffer) =>
        new Map<string, unknown>([
          ['alg', -7],
          ['sig', new Uint8Array(sign('sha256', data, privateKey))],
          ['x5c', [new Uint8Array(new X509Certificate(cert).raw)]],
        ]);
      const { maker } = await makeAccount(server());
      const { response } = await tryToAdd(maker, { attestation: { format: 'packed', statement } });
      expect(response.error?.code).toBe('passkey_invalid');
      expect(await listPasskeys(maker)).toEqual([]);
    });

    it('with the id of another credential beside it', async () => {
      const { maker } = await makeAccount(server());
      const { credential } = createPasskey(await askToAdd(maker));
      const other = createPasskey(await askToAdd(maker)).credential;
      const payload = { name: 'x', credential: { ...credential, id: other.id, rawId: other.id } };
      const response = await maker.post(paths.registerPasskey, payload);
      expect(response.error?.code).toBe('passkey_invalid');
    });

    it('if a user has the credential, whoever it is', async () => {
      const [one, other] = [await makeAccount(server()), await makeAccount(server())];
      const options = await askToAdd(other.maker);
      const { passkey, credential } = createPasskey(await askToAdd(one.maker));
      await one.maker.post(paths.registerPasskey, { name: 'Laptop', credential });
      // The same credential for the other user's challenge: the client data is not signed.
      const clientDataJSON = createPasskey(options).credential.response.clientDataJSON;
      const response = { ...credential.response, clientDataJSON };
      const stolen = { name: 'x', credential: { ...credential, response } };
      const taken = await other.maker.post(paths.registerPasskey, stolen);
      expect(taken.error?.code).toBe('passkey_invalid');
      expect(await listPasskeys(other.maker)).toEqual([]);
      expect((await logInByPasskey(server().client(), passkey)).status).toBe(200);
    });

    it('to an account that is not complete, which may still pass to another person', async () => {
      const client = server().client();
      await makeUser(server(), client);
      const response = await client.post(paths.passkeyRegistrationOptions);
      expect([response.status, response.error?.code]).toEqual([403, 'forbidden']);
    });
  });

  it('is accepted with an attestation that it signed itself', async () => {
    const { maker } = await makeAccount(server());
    expect((await tryToAdd(maker, { attestation: selfSigned })).response.status).toBe(200);
  });

  describe('has a challenge that', () => {
    it('is used once, and by one of two concurrent requests', async () => {
      const { maker } = await makeAccount(server());
      const { credential } = createPasskey(await askToAdd(maker));
      const post = () => maker.post(paths.registerPasskey, { name: 'Laptop', credential });
      const both = await Promise.all([post(), post()]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
      expect((await post()).error?.code).toBe('passkey_invalid');
      expect(await listPasskeys(maker)).toHaveLength(1);
    });

    it('another browser of the same user cannot use', async () => {
      const { maker, email } = await makeAccount(server());
      const elsewhere = server().client();
      await signInByCode(server(), elsewhere, email);
      const { credential } = createPasskey(await askToAdd(maker));
      const response = await elsewhere.post(paths.registerPasskey, { name: 'x', credential });
      expect(response.error?.code).toBe('passkey_invalid');
    });

    it('another user in the same browser cannot use', async () => {
      const [one, other] = [await makeAccount(server()), await makeAccount(server())];
      const options = await askToAdd(one.maker);
      const hash = sql`(select browser_hash from passkey_challenges where user_id = ${other.userId})`;
      await askToAdd(other.maker);
      await sql`update passkey_challenges set browser_hash = ${hash}
        where user_id = ${one.userId}`.execute(server().db);
      const { credential } = createPasskey(options);
      const response = await other.maker.post(paths.registerPasskey, { name: 'x', credential });
      expect(response.error?.code).toBe('passkey_invalid');
    });

    it('was not given for a login, and expires', async () => {
      const { maker, userId } = await makeAccount(server());
      const options = await askToAdd(maker);
      const { challenge } = await askToLogIn(maker);
      const foreign = createPasskey({ ...options, challenge }).credential;
      const wrong = await maker.post(paths.registerPasskey, { name: 'x', credential: foreign });
      expect(wrong.error?.code).toBe('passkey_invalid');
      await sql`update passkey_challenges set expires_at = now() where user_id = ${userId}`.execute(
        server().db,
      );
      const { credential } = createPasskey(options);
      const late = await maker.post(paths.registerPasskey, { name: 'x', credential });
      expect(late.error?.code).toBe('passkey_invalid');
    });
  });

  describe('needs a session', () => {
    it('that is live', async () => {
      const client = server().client();
      const id = '00000000-0000-0000-0000-000000000000';
      const { credential } = createPasskey({
        ...(await askToAdd((await makeAccount(server())).maker)),
      });
      for (const response of [
        await client.get(paths.listPasskeys),
        await client.post(paths.passkeyRegistrationOptions),
        await client.post(paths.registerPasskey, { name: 'x', credential }),
        await client.post(paths.renamePasskey, { id, name: 'x' }),
        await client.post(paths.removePasskey, { id }),
      ])
        expect(response.status).toBe(401);
    });

    it('that was opened within ten minutes, for every change but not for the list', async () => {
      const { maker, userId, email } = await makeAccount(server());
      const { listed, passkey } = await addPasskey(maker);
      const { credential } = createPasskey(await askToAdd(maker));
      await ageSessions(server().db, userId, RECENT_LOGIN_MS - 30_000);
      await askToAdd(maker);
      await ageSessions(server().db, userId, 60_000);
      const { id } = listed;
      for (const response of [
        await maker.post(paths.passkeyRegistrationOptions),
        await maker.post(paths.registerPasskey, { name: 'x', credential }),
        await maker.post(paths.renamePasskey, { id, name: 'x' }),
        await maker.post(paths.removePasskey, { id }),
      ])
        expect([response.status, response.error?.code]).toEqual([403, 'forbidden']);
      expect(await listPasskeys(maker)).toEqual([listed]);
      const trail = await auditTrail(server(), { email, userId });
      for (const event of ['added', 'renamed', 'removed'])
        expect(trail).toContain(`passkey.${event} rejected`);
      // A refresh is no login; a login by passkey is one.
      expect((await maker.post(paths.refresh)).status).toBe(200);
      expect((await maker.post(paths.removePasskey, { id })).status).toBe(403);
      await logInByPasskey(maker, passkey);
      expect((await maker.post(paths.removePasskey, { id })).status).toBe(200);
    });
  });

  describe('is limited', () => {
    it('to twenty for a user, also concurrently', async () => {
      const { maker, userId, email } = await makeAccount(server());
      await insertPasskeys(server().db, userId, PASSKEYS_MAX - 1);
      const made = [createPasskey(await askToAdd(maker)), createPasskey(await askToAdd(maker))];
      const both = await Promise.all(
        made.map(({ credential }) => maker.post(paths.registerPasskey, { name: 'x', credential })),
      );
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(both.flatMap(({ error }) => error?.code ?? [])).toEqual(['passkey_limit']);
      const early = await maker.post(paths.passkeyRegistrationOptions);
      expect([early.status, early.error?.code]).toEqual([409, 'passkey_limit']);
      expect(await listPasskeys(maker)).toHaveLength(PASSKEYS_MAX);
      expect(await auditTrail(server(), { email, userId })).toContain('passkey.added rejected');
    });

    it('by changes of a user', async () => {
      const { maker, userId } = await makeAccount(server());
      const { count } = rates.passkeyChanges;
      const id = '00000000-0000-0000-0000-000000000000';
      await askToAdd(maker);
      const [limit] = await readLimits(server().db, `${rates.passkeyChanges.name} ${userId}`);
      expect(limit).toBeDefined();
      await sql`update limits set tat = now() + make_interval(secs => ${(rates.passkeyChanges.periodMs / 1000) * ((count - 1) / count)})
        where key = ${limit?.key}`.execute(server().db);
      await maker.post(paths.renamePasskey, { id, name: 'x' });
      const { credential } = createPasskey({
        ...(await askToAdd((await makeAccount(server())).maker)),
      });
      for (const response of [
        await maker.post(paths.passkeyRegistrationOptions),
        await maker.post(paths.registerPasskey, { name: 'x', credential }),
        await maker.post(paths.renamePasskey, { id, name: 'x' }),
        await maker.post(paths.removePasskey, { id }),
      ]) {
        expect([response.status, response.error?.code]).toEqual([429, 'too_many_requests']);
        expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
      }
    });
  });

  const names: [string, string, boolean][] = [
    ['the longest', 'x'.repeat(PASSKEY_NAME_LENGTH_MAX), true],
    ['markup, which is text', '<b onclick="x">&amp;', true],
    ['an Indic script with a joiner', 'क्‍ष लैपटॉप', true],
    ['an emoji with joiners', '👩‍💻', true],
    ['too long', 'x'.repeat(PASSKEY_NAME_LENGTH_MAX + 1), false],
    ['empty', '', false],
    ['blank', ' \u00a0\u3000 ', false],
    ['only joiners', '\u200d\ufe0f', false],
    ['zero-width space', 'Lap\u200btop', false],
    ['right-to-left override', '\u202eemanresu', false],
    ['isolate', 'a\u2066b\u2069', false],
    ['soft hyphen', 'Lap\u00adtop', false],
    ['line break', 'a\nb', false],
    ['line separator', 'a\u2028b', false],
    ['NUL', 'a\u0000b', false],
    ['half of a pair', 'a\ud800', false],
  ];
  it.each(names)('may be named or not: %s', async (_title, name, isAllowed) => {
    const { maker, userId } = await makeAccount(server());
    await insertPasskeys(server().db, userId, 1);
    const [before] = await listPasskeys(maker);
    const response = await maker.post(paths.renamePasskey, { id: before?.id, name });
    expect(response.status).toBe(isAllowed ? 200 : 400);
    if (!isAllowed)
      expect(response.error).toMatchObject({ code: 'request_invalid', field: 'name' });
    expect((await listPasskeys(maker))[0]?.name).toBe(isAllowed ? name : before?.name);
  });
});
