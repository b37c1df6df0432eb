import { once } from 'node:events';
import type { Socket } from 'node:net';
import { type CallName, callOf, isUnsafe } from '#contract/calls/all-calls.ts';
import { fillPath } from '#contract/calls/call.ts';
import { parameterExamples } from '#contract/calls/examples.ts';
import { paths } from '#contract/calls/paths.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { RECENT_LOGIN_MS } from '#contract/session.ts';
import { DUMMY_HASH } from '#server/auth/accounts/passwords.ts';
import { PASSKEYS_MAX } from '#server/auth/passkeys/own-passkeys.ts';
import { createPasskey } from '../passkeys/authenticator.ts';
import { addPasskey, ageSessions, askToAdd, insertPasskeys } from '../passkeys/passkey-steps.ts';
import { multipartForm } from '../server/http/multipart-form.ts';
import { sendRawRequest } from '../server/http/raw-request.ts';
import { withBrokenDatabase } from '../server/http/response-kinds.ts';
import type { TestClient } from '../server/http/test-client.ts';
import { makeAccount } from '../server/log-in-steps.ts';
import { makeUser, sendPath } from '../server/sign-up-steps.ts';
import type { TestServer } from '../server/test-server.ts';
import type { ReceivedResponse } from './api-description.ts';

/** Servers in states that single requests cannot bring about. */
export interface Servers {
  server: TestServer;
  /** It accepts one request per network. */
  limited: TestServer;
}

type SentResponse = Pick<ReceivedResponse, 'status' | 'headers' | 'text'>;
type Options = NonNullable<Parameters<TestClient['send']>[2]>;
type Produce = (name: CallName, servers: Servers) => Promise<SentResponse>;

const UNKNOWN_ID = '00000000-0000-0000-0000-000000000000';

const pathOf = (name: CallName, replaced: Record<string, string> = {}): string =>
  fillPath(paths[name], { ...parameterExamples, ...replaced });

/** The example request of a call, with these changes. */
const send = (
  name: CallName,
  client: TestClient,
  {
    parameters,
    body,
    ...options
  }: Options & { parameters?: Record<string, string>; body?: object } = {},
): Promise<SentResponse> => {
  const example = callOf(name).examples?.body;
  const payload = example ? { ...example, ...body } : undefined;
  const form: Options = callOf(name).isLogoForm
    ? multipartForm([{ name: 'companyid', content: UNKNOWN_ID }])
    : {};
  return client.send(callOf(name).method, pathOf(name, parameters), {
    ...(payload && { payload }),
    ...form,
    ...options,
    headers: { ...form.headers, ...options.headers },
  });
};

/** A client that may make a call: with a ticket and a session, neither of them complete. */
const permitted = async (server: TestServer) => {
  const client = server.client();
  return { client, ...(await makeUser(server, client)) };
};

const portOf = ({ app }: TestServer): number => {
  const address = app.server.address();
  return typeof address === 'object' && address ? address.port : 0;
};

const sendRaw = async (
  name: CallName,
  { server }: Servers,
  headers: readonly string[],
): Promise<SentResponse> => {
  const first = `${callOf(name).method} ${pathOf(name)} HTTP/1.1`;
  const response = await sendRawRequest(portOf(server), [first, ...headers, '']);
  // Some are chunked.
  return { ...response, text: /\{.*\}/.exec(response.body)?.[0] ?? '' };
};

const HOST = ['Host: a', 'Connection: close'];

const withError =
  (code: string): Produce =>
  async (name, { server }) => {
    const { client, email } = await permitted(server);
    const error = Object.assign(new Error('broken'), { code });
    const { method } = callOf(name);
    // A GET sets no token that a later call needs.
    if (method !== 'GET') await client.get(paths.xsrf);
    const parameters = {
      name: `${'a'.repeat(22)}.png`,
      email: name === 'sendLoginCode' ? email : server.email(),
    };
    return withBrokenDatabase(server, error, () => send(name, client, { parameters }));
  };

/** Produces an error that has the same cause in every call. */
const shared: Partial<Record<ErrorCode | '408' | '417', Produce>> = {
  request_invalid: (name, servers) => sendRaw(name, servers, ['Connection: close']),
  headers_too_large: (name, servers) =>
    sendRaw(name, servers, [...HOST, `X: ${'x'.repeat(17_000)}`]),
  '417': (name, servers) => sendRaw(name, servers, [...HOST, 'Expect: a-miracle']),
  async '408'(name, servers) {
    const { app } = servers.server;
    const connection = once(app.server, 'connection');
    const response = sendRawRequest(portOf(servers.server), [
      `${callOf(name).method} ${pathOf(name)} HTTP/1.1`,
      'Host: a',
    ]);
    const [socket] = (await connection) as [Socket];
    const error = Object.assign(new Error('slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    app.server.emit('clientError', error, socket);
    return response.then(({ body, ...rest }) => ({ ...rest, text: body }));
  },
  origin_refused: (name, { server }) =>
    isUnsafe(callOf(name))
      ? send(name, server.client(), { origin: 'https://a.example' })
      : send(name, server.client(), { headers: { 'sec-fetch-site': 'cross-site' } }),
  xsrf: (name, { server }) => send(name, server.client(), { xsrf: 'x' }),
  media_type_unsupported: (name, { server }) =>
    send(name, server.client(), { payload: 'x', headers: { 'content-encoding': 'gzip' } }),
  path_too_long: (name, { server }) => {
    const [parameter = ''] = Object.keys(callOf(name).parameters ?? {});
    return send(name, server.client(), { parameters: { [parameter]: 'a'.repeat(1025) } });
  },
  async too_large(name, { server }) {
    const { client } = await permitted(server);
    const headers = { 'content-type': 'application/json' };
    const content = 'x'.repeat(3 * 1024 * 1024);
    return callOf(name).isLogoForm
      ? send(name, client, multipartForm([{ name: 'companyid', content }]))
      : send(name, client, { payload: content, headers });
  },
  async too_many_requests(name, { limited }) {
    const client = limited.client();
    await client.get(paths.xsrf);
    return send(name, client);
  },
  email_invalid: (name, { server }) =>
    send(name, server.client(), { parameters: { email: 'nobody' } }),
  unauthenticated: (name, { server }) => send(name, server.client()),
  ticket_missing: (name, { server }) => send(name, server.client()),
  internal: withError('XX000'),
  unavailable: withError('ECONNREFUSED'),
};

const withUser =
  (body: (user: Awaited<ReturnType<typeof permitted>>) => object): Produce =>
  async (name, { server }) => {
    const user = await permitted(server);
    return send(name, user.client, { body: body(user) });
  };

const withOldSession: Produce = async (name, { server }) => {
  const { maker, userId } = await makeAccount(server);
  await ageSessions(server.db, userId, RECENT_LOGIN_MS);
  return send(name, maker);
};

/** The own errors of each call, which `shared` lacks. */
const askTwice: Produce = async (name, { server }) => {
  const client = server.client();
  const parameters = { email: server.email() };
  await send(name, client, { parameters });
  return send(name, client, { parameters });
};

const own: Partial<Record<CallName, Partial<Record<ErrorCode, Produce>>>> = {
  sendSignUpCode: {
    async email_registered(_name, { server }) {
      const { email } = await makeAccount(server);
      return server.client().post(sendPath(email));
    },
    resend_pause: askTwice,
  },
  sendLoginCode: { resend_pause: askTwice },
  verifySignUpCode: {
    code_invalid: (name, { server }) => send(name, server.client()),
    forbidden: (name, { server }) =>
      send(name, server.client(), { headers: { 'sec-purpose': 'prefetch' } }),
  },
  createCompany: {
    // The address has an account with a company, and verifies a code that was sent before.
    async forbidden(name, { server }) {
      const { client, email } = await permitted(server);
      await server.db
        .updateTable('users')
        .set({ status: 'accepted' })
        .where('email', '=', email)
        .execute();
      return send(name, client);
    },
  },
  uploadLogo: {
    async forbidden(name, { server }) {
      const { client } = await permitted(server);
      const parts = [
        { name: 'companyid', content: UNKNOWN_ID },
        { name: 'file', content: 'x', filename: 'a.png', type: 'image/png' },
      ];
      return send(name, client, multipartForm(parts));
    },
  },
  notifySales: { forbidden: withUser(() => ({ userEmail: 'other@acme.example' })) },
  createUser: {
    forbidden: withUser(({ email }) => ({ email, comapnyid: UNKNOWN_ID })),
    password_refused: withUser(({ email, companyId }) => ({
      email,
      comapnyid: companyId,
      password: 'password',
    })),
  },
  completeUser: {
    password_refused: withUser(({ userId }) => ({ uuid: userId, password: 'password' })),
    not_found: withUser(() => ({ uuid: UNKNOWN_ID })),
    async forbidden(name, { server }) {
      const { maker, userId } = await makeAccount(server);
      return send(name, maker, { body: { uuid: userId, password: 'not the same password' } });
    },
  },
  updateCompany: { not_found: withUser(() => ({ uuid: UNKNOWN_ID })) },
  updatePassword: {
    password_refused: withUser(({ userId }) => ({ uuid: userId, password: 'password' })),
    not_found: withUser(() => ({ uuid: UNKNOWN_ID })),
    async forbidden(name, { server }) {
      const { maker, userId } = await makeAccount(server);
      return send(name, maker, { body: { uuid: userId } });
    },
  },
  knowBrowser: { code_invalid: (name, { server }) => send(name, server.client()) },
  endSession: {
    forbidden: withOldSession,
    async not_found(name, { server }) {
      const { maker } = await makeAccount(server);
      return send(name, maker);
    },
  },
  endOtherSessions: {
    forbidden: withOldSession,
  },
  login: {
    code_invalid: (name, { server }) =>
      send(name, server.client(), { body: { email: server.email() } }),
    unauthenticated: (name, { server }) =>
      send(name, server.client(), {
        payload: { email: server.email(), password: 'not the password' },
      }),
  },
  passkeyLogin: { passkey_invalid: (name, { server }) => send(name, server.client()) },
  passkeyRegistrationOptions: {
    forbidden: withUser(() => ({})),
    async passkey_limit(name, { server }) {
      const { maker, userId } = await makeAccount(server);
      await insertPasskeys(server.db, userId, PASSKEYS_MAX);
      return send(name, maker);
    },
  },
  registerPasskey: {
    forbidden: withUser(() => ({})),
    async passkey_invalid(name, { server }) {
      const { maker } = await makeAccount(server);
      return send(name, maker);
    },
    async passkey_limit(name, { server }) {
      const { maker, userId } = await makeAccount(server);
      const { credential } = createPasskey(await askToAdd(maker));
      await insertPasskeys(server.db, userId, PASSKEYS_MAX);
      return send(name, maker, { body: { credential } });
    },
  },
  renamePasskey: {
    forbidden: withUser(() => ({})),
    async not_found(name, { server }) {
      const { maker } = await makeAccount(server);
      return send(name, maker);
    },
  },
  removePasskey: {
    forbidden: withUser(() => ({})),
    async not_found(name, { server }) {
      const { maker } = await makeAccount(server);
      return send(name, maker);
    },
    async last_way_in(name, { server }) {
      const { maker, userId } = await makeAccount(server);
      const { listed } = await addPasskey(maker);
      await server.db
        .updateTable('users')
        .set({ password_hash: DUMMY_HASH })
        .where('id', '=', userId)
        .execute();
      return send(name, maker, { body: { id: listed.id } });
    },
  },
  logo: { not_found: (name, { server }) => send(name, server.client()) },
};

/** Requests a call so that it responds with an error: an error code, or a status of the HTTP parser. */
export const produceError = (
  name: CallName,
  error: ErrorCode | '408' | '417',
  servers: Servers,
): Promise<SentResponse> => {
  const produce =
    (error === '408' || error === '417' ? undefined : own[name]?.[error]) ?? shared[error];
  if (!produce) throw new Error(`No request of ${name} gives ${error}: add one`);
  return produce(name, servers);
};
