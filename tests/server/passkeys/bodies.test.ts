import { describe, expect, it } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { MS_PER_S } from '#contract/durations.ts';
import { networkRates, rates } from '#server/limits/rates.ts';
import { createPasskey, signLogin } from '#tests/support/passkeys/authenticator.ts';
import {
  addPasskey,
  askToAdd,
  askToLogIn,
  logInByPasskey,
} from '#tests/support/passkeys/passkey-steps.ts';
import { ageLimits } from '#tests/support/server/database/age-rows.ts';
import { auditTrail, makeAccount } from '#tests/support/server/log-in-steps.ts';
import { onEachDatabase } from '#tests/support/server/test-server.ts';

type Change = (credential: Record<string, unknown>, response: Record<string, unknown>) => void;

onEachDatabase('the body of a passkey call', (server) => {
  const long = (length: number) => 'A'.repeat(length);

  const malformed: [string, Change][] = [
    ['no id', (credential) => delete credential['id']],
    ['another type', (credential) => Object.assign(credential, { type: 'password' })],
    ['an unknown field', (credential) => Object.assign(credential, { x: 1 })],
    [
      'an unknown field of the response',
      (_credential, response) => Object.assign(response, { x: 1 }),
    ],
    ['an id that is too long', (credential) => Object.assign(credential, { id: long(1365) })],
    ['an id that is not base64url', (credential) => Object.assign(credential, { id: 'a+b=' })],
    ['an empty id', (credential) => Object.assign(credential, { id: '' })],
    ['a list as id', (credential) => Object.assign(credential, { id: ['a'] })],
    ['no response', (credential) => delete credential['response']],
    ['a text as response', (credential) => Object.assign(credential, { response: 'a' })],
    ['no client data', (_credential, response) => delete response['clientDataJSON']],
    [
      'client data that are too long',
      (_credential, response) => Object.assign(response, { clientDataJSON: long(4097) }),
    ],
    ['no extension results', (credential) => delete credential['clientExtensionResults']],
  ];
  const ofLogin: [string, Change][] = [
    ['no user handle', (_credential, response) => delete response['userHandle']],
    [
      'no handle but null',
      (_credential, response) => Object.assign(response, { userHandle: null }),
    ],
    [
      'a handle that is too long',
      (_credential, response) => Object.assign(response, { userHandle: long(87) }),
    ],
    [
      'a signature that is too long',
      (_credential, response) => Object.assign(response, { signature: long(1025) }),
    ],
    [
      'authenticator data that are too long',
      (_credential, response) => Object.assign(response, { authenticatorData: long(4097) }),
    ],
  ];
  const ofRegistration: [string, Change][] = [
    [
      'an attestation that is too long',
      (_credential, response) => Object.assign(response, { attestationObject: long(8193) }),
    ],
    [
      'too many transports',
      (_credential, response) => Object.assign(response, { transports: Array(9).fill('usb') }),
    ],
    [
      'a transport that is too long',
      (_credential, response) => Object.assign(response, { transports: [long(33)] }),
    ],
    [
      'a transport that is no text',
      (_credential, response) => Object.assign(response, { transports: [1] }),
    ],
  ];

  const change = (credential: object, apply: Change) => {
    const changed = structuredClone(credential) as Record<string, unknown>;
    apply(changed, changed['response'] as Record<string, unknown>);
    return changed;
  };

  it.each([...malformed, ...ofLogin])('of a login is refused with %s', async (_title, apply) => {
    const { maker } = await makeAccount(server());
    const { passkey } = await addPasskey(maker);
    const client = server().client();
    const credential = signLogin(passkey, await askToLogIn(client));
    const response = await client.post(paths.passkeyLogin, {
      credential: change(credential, apply),
    });
    expect([response.status, response.error?.code]).toEqual([400, 'request_invalid']);
    // The challenge was not used up.
    expect((await client.post(paths.passkeyLogin, { credential })).status).toBe(200);
  });

  it.each([...malformed, ...ofRegistration])(
    'of a registration is refused with %s',
    async (_title, apply) => {
      const { maker } = await makeAccount(server());
      const { credential } = createPasskey(await askToAdd(maker));
      const body = { name: 'Laptop', credential: change(credential, apply) };
      const response = await maker.post(paths.registerPasskey, body);
      expect([response.status, response.error?.code]).toEqual([400, 'request_invalid']);
      expect((await maker.post(paths.registerPasskey, { name: 'x', credential })).status).toBe(200);
    },
  );

  it('may have what browsers add, also at its largest', async () => {
    const { maker } = await makeAccount(server());
    const { passkey, credential } = createPasskey(await askToAdd(maker));
    const { attestationObject } = credential.response;
    const extras = {
      authenticatorData: attestationObject,
      publicKey: long(4096),
      publicKeyAlgorithm: -7,
      transports: ['ble', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'],
    };
    const added = await maker.post(paths.registerPasskey, {
      name: 'Laptop',
      credential: {
        ...credential,
        authenticatorAttachment: null,
        response: { ...credential.response, ...extras },
      },
    });
    expect(added.status).toBe(200);
    expect((await logInByPasskey(server().client(), passkey)).status).toBe(200);
  });

  const texts: [string, string][] = [
    ['no JSON', 'x'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a challenge that is a number', '{"type":"webauthn.get","challenge":1,"origin":"x"}'],
    ['no challenge', '{"type":"webauthn.get","origin":"x"}'],
    ['bytes that are not UTF-8', '\u00ff\u00fe'],
    ['deep nesting', '['.repeat(1000)],
  ];
  it.each(texts)('has client data that are anything: %s', async (_title, text) => {
    const { maker } = await makeAccount(server());
    const { passkey } = await addPasskey(maker);
    const clientDataJSON = Buffer.from(text, 'latin1').toString('base64url');
    const login = signLogin(passkey, await askToLogIn(maker));
    const made = createPasskey(await askToAdd(maker)).credential;
    const put = <Credential extends typeof login | typeof made>(credential: Credential) => ({
      ...credential,
      response: { ...credential.response, clientDataJSON },
    });
    for (const response of [
      await maker.post(paths.passkeyLogin, { credential: put(login) }),
      await maker.post(paths.registerPasskey, { name: 'x', credential: put(made) }),
    ])
      expect([response.status, response.error?.code]).toEqual([400, 'passkey_invalid']);
  });

  it.each([
    ['no map', '00'],
    ['cut off', 'a3'],
    ['nested deeply', '81'.repeat(3000)],
    ['an array of 2^32 entries', '9affffffff'],
    ['without authenticator data', 'a263666d74646e6f6e656761747453746d74a0'],
    [
      'with short authenticator data',
      'a363666d74646e6f6e656761747453746d74a068617574684461746141ff',
    ],
  ])('has an attestation that is anything: %s', async (_title, hex) => {
    const { maker } = await makeAccount(server());
    const { credential } = createPasskey(await askToAdd(maker));
    const attestationObject = Buffer.from(hex, 'hex').toString('base64url');
    const response = await maker.post(paths.registerPasskey, {
      name: 'x',
      credential: { ...credential, response: { ...credential.response, attestationObject } },
    });
    expect([response.status, response.error?.code]).toEqual([400, 'passkey_invalid']);
  });

  describe('is limited', () => {
    /** Reaches a limit, and takes away what it has given back meanwhile. */
    const exhaust = async (count: number, call: () => Promise<unknown>, key: string) => {
      const since = Date.now();
      for (let calls = 0; calls < count; calls += 1) await call();
      await ageLimits(server().db, (since - Date.now()) / MS_PER_S, key);
    };

    it('by options of a network', async () => {
      const client = server().client('203.0.113.90');
      const { name, count } = networkRates.passkeyOptions;
      await exhaust(count, () => askToLogIn(client), `${name} 203.0.113.90`);
      const response = await client.post(paths.passkeyLoginOptions);
      expect([response.status, response.error?.code]).toEqual([429, 'too_many_requests']);
    });

    it('by logins of a network, together with other logins', async () => {
      const { maker } = await makeAccount(server());
      const { passkey } = await addPasskey(maker);
      const client = server().client('203.0.113.91');
      const credential = signLogin(passkey, await askToLogIn(client));
      const { name, count } = networkRates.logins;
      const logIn = () => client.post(paths.passkeyLogin, { credential });
      await exhaust(count, logIn, `${name} 203.0.113.91`);
      const response = await client.post(paths.passkeyLogin, { credential });
      expect([response.status, response.error?.code]).toEqual([429, 'too_many_requests']);
      const login = await client.post(paths.login, { email: server().email(), password: 'x' });
      expect(login.status).toBe(429);
    });

    it('by failures of a user from any network; successes do not count', async () => {
      const { maker, email, userId } = await makeAccount(server());
      const { passkey } = await addPasskey(maker);
      const { count } = rates.passkeyTries;
      for (let time = 0; time < count + 1; time += 1)
        expect((await logInByPasskey(server().client(), passkey)).status).toBe(200);
      const fail = () => logInByPasskey(server().client(), passkey, { isUserVerified: false });
      for (let time = 0; time < count; time += 1) expect((await fail()).status).toBe(400);
      const response = await logInByPasskey(server().client(), passkey);
      expect([response.status, response.error?.code]).toEqual([429, 'too_many_requests']);
      expect(await auditTrail(server(), { email, userId })).toContain('login.passkey closed');
    });
  });
});
