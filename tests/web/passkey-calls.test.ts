// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { endpoints } from '#contract/calls/endpoints.ts';
import { passkeyCalls } from '#contract/calls/passkeys.ts';
import * as storageKeys from '#contract/storage-keys.ts';
import { createLogin, loginOptions } from '#web/flows/login.ts';
import { passkeyCreation } from '#web/flows/passkey-creation.ts';
import { createPasskeyRegistration } from '#web/flows/passkey-registration.ts';

const registration = passkeyCalls.passkeyRegistrationOptions.examples.response;
const login = passkeyCalls.passkeyLoginOptions.examples.response;
const signedIn = passkeyCalls.passkeyLogin.examples.response;

/** Who has logged in. */
let user: () => Response | Promise<Response>;

const answer = async (address: string): Promise<Response> => {
  if (address.endsWith(endpoints.currentUser[1])) return user();
  if (address.endsWith(endpoints.passkeyLogin[1])) return Response.json(signedIn);
  if (address.endsWith(endpoints.passkeyRegistrationOptions[1])) return Response.json(registration);
  if (address.endsWith(endpoints.passkeyLoginOptions[1])) return Response.json(login);
  return Response.json({ token: 't' });
};

/** Credentials of a browser whose user never answers. */
const waitForUser = ({ signal }: CredentialRequestOptions) =>
  new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
const get = vi.fn(waitForUser);
const create = vi.fn(waitForUser);

beforeEach(() => {
  localStorage.clear();
  get.mockReset();
  create.mockReset();
  vi.stubGlobal('fetch', answer);
  const isAvailable = async () => true;
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => {}, {
      isConditionalMediationAvailable: isAvailable,
      isUserVerifyingPlatformAuthenticatorAvailable: isAvailable,
    }),
  );
  Object.defineProperty(navigator, 'credentials', { value: { get, create }, configurable: true });
  document.body.innerHTML = '<input autocomplete="username webauthn">';
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'credentials');
});

test('passkeys wait in the field of the address, and wait no more once the page was left', async () => {
  const actor = createActor(
    createLogin(() => new Promise(() => {})),
    loginOptions(null),
  ).start();
  await expect.poll(() => get).toHaveBeenCalled();
  const [options] = get.mock.calls[0] ?? [];
  expect(options).toMatchObject({ mediation: 'conditional' });
  expect(options?.signal?.aborted).toBe(false);
  actor.stop();
  expect(options?.signal?.aborted).toBe(true);
});

test('no passkey is created for an account that another tab has logged in to', async () => {
  const { signal } = new AbortController();
  const input = { email: 'ravi@other.example', name: 'Laptop' };
  expect(await passkeyCreation.createPasskey(input, signal)).toEqual({
    ok: false,
    notice: 'creationOtherAccount',
  });
  expect(create).not.toHaveBeenCalled();
});

test('a passkey that the page no longer waits for closes the dialog of the browser', async () => {
  const leaving = new AbortController();
  const input = { email: registration.user.name, name: 'Laptop' };
  const created = passkeyCreation.createPasskey(input, leaving.signal);
  await expect.poll(() => create).toHaveBeenCalled();
  leaving.abort();
  expect(await created).toEqual({ ok: false, notice: 'creationCancelled' });
});

test('a page that was left before the options came opens no dialog', async () => {
  const leaving = new AbortController();
  const input = { email: registration.user.name, name: 'Laptop' };
  create.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'));
  const created = passkeyCreation.createPasskey(input, leaving.signal);
  leaving.abort();
  await expect(created).rejects.toThrow();
  expect(create).not.toHaveBeenCalled();
});

test('who leaves a page after its dialog was answered closes none that another page has opened', async () => {
  const [left, open] = [new AbortController(), new AbortController()];
  const input = { email: registration.user.name, name: 'Laptop' };
  create.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'));
  expect(await passkeyCreation.createPasskey(input, left.signal)).toMatchObject({ ok: false });
  const created = passkeyCreation.createPasskey(input, open.signal);
  await expect.poll(() => create).toHaveBeenCalledTimes(2);
  left.abort();
  expect(create.mock.lastCall?.[0].signal?.aborted).toBe(false);
  open.abort();
  await created;
});

test('an offer of a passkey that was declined is kept, so that it is not made again soon', async () => {
  const before = Date.now();
  const machine = createPasskeyRegistration(async () => passkeyCreation);
  const actor = createActor(machine, {
    input: { isRequested: false, email: 'asha@acme.example' },
  }).start();
  await expect.poll(() => actor.getSnapshot().matches('offered')).toBe(true);
  actor.send({ type: 'creation.declined' });
  expect(Number(localStorage.getItem(storageKeys.passkeyAnswer))).toBeGreaterThanOrEqual(before);
  expect((await passkeyCreation.findSupport()).answeredAt).toBeGreaterThanOrEqual(before);
});

test.each([
  ['NotAllowedError', 'creationCancelled'],
  ['InvalidStateError', 'creationExists'],
  ['SecurityError', 'creationNotAllowed'],
])('a browser that ends the creation with %s is told as %s', async (name, notice) => {
  create.mockRejectedValue(new DOMException('', name));
  const { signal } = new AbortController();
  const input = { email: registration.user.name, name: 'Laptop' };
  expect(await passkeyCreation.createPasskey(input, signal)).toEqual({ ok: false, notice });
});

test('a failure of the browser that nobody expected is none of its user', async () => {
  create.mockRejectedValue(new DOMException('', 'DataError'));
  const { signal } = new AbortController();
  const input = { email: registration.user.name, name: 'Laptop' };
  await expect(passkeyCreation.createPasskey(input, signal)).rejects.toThrow();
});

test('a passkey is offered where the device can keep one, and not soon after an answer', async () => {
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => {}, { isUserVerifyingPlatformAuthenticatorAvailable: async () => false }),
  );
  localStorage.setItem(storageKeys.passkeyAnswer, '5');
  expect(await passkeyCreation.findSupport()).toMatchObject({
    hasPasskeys: true,
    hasPlatformAuthenticator: false,
    answeredAt: 5,
  });
});

test('after a login by passkey whose user is not known, another one can be begun; before that, none', async () => {
  // It is logged.
  vi.spyOn(console, 'warn').mockReturnValue();
  let fail = () => {};
  user = () => new Promise((resolve) => (fail = () => resolve(new Response('', { status: 500 }))));
  const { buffer } = new Uint8Array(1);
  const response = { clientDataJSON: buffer, authenticatorData: buffer, signature: buffer };
  const getClientExtensionResults = () => ({});
  const chosen = {
    id: 'p',
    rawId: buffer,
    type: 'public-key',
    response,
    getClientExtensionResults,
  };
  get.mockImplementation((options) =>
    options.mediation ? waitForUser(options) : (Promise.resolve(chosen) as Promise<never>),
  );
  const logic = createLogin(() => new Promise(() => {}));
  const actor = createActor(logic, loginOptions(null)).start();
  const canBegin = () => actor.getSnapshot().can({ type: 'passkey.requested' });
  await expect.poll(() => get).toHaveBeenCalledOnce();
  actor.send({ type: 'consent.given' });
  expect(canBegin()).toBe(true);
  actor.send({ type: 'passkey.requested' });
  await expect.poll(canBegin).toBe(false);
  fail();
  await expect.poll(canBegin).toBe(true);
  actor.stop();
});
