import { bodyExamples, parameterExamples } from '#build/openapi/examples.ts';
import { type CallName, callOf } from '#contract/description/calls.ts';
import { fillPath, paths } from '#contract/paths.ts';
import { required } from '#contract/required.ts';
import { createPasskey, type SoftwarePasskey, signLogin } from '../passkeys/authenticator.ts';
import { ageLimits } from '../server/database/age-rows.ts';
import type { TestClient } from '../server/http/test-client.ts';
import { pngLogo } from '../server/images/png-logo.ts';
import { uploadLogo } from '../server/images/upload-logo.ts';
import { receiveBrowserToken } from '../server/log-in-steps.ts';
import type { TestServer } from '../server/test-server.ts';

/** Values of this run, which the examples cannot know. */
interface Known {
  code: string;
  companyId: string;
  userId: string;
  logo: string;
  passkeyId: string;
  token: string;
  sessionId: string;
}

/** How the names of the wire take a value of this run. */
const knownBy: Partial<Record<CallName, Record<string, keyof Known>>> = {
  createUser: { comapnyid: 'companyId' },
  completeUser: { uuid: 'userId' },
  updateCompany: { uuid: 'companyId' },
  login: { otp: 'code' },
  renamePasskey: { id: 'passkeyId' },
  removePasskey: { id: 'passkeyId' },
  updatePassword: { uuid: 'userId' },
  knowBrowser: { token: 'token' },
  endSession: { id: 'sessionId' },
};

/** Every call in an order in which each can succeed. */
export const JOURNEY: readonly CallName[] = [
  'alive',
  'ready',
  'xsrf',
  'requestDemo',
  'sendSignUpCode',
  'verifySignUpCode',
  'createCompany',
  'uploadLogo',
  'logo',
  'createUser',
  'notifySales',
  'completeUser',
  'updateCompany',
  'currentUser',
  'passkeyRegistrationOptions',
  'registerPasskey',
  'listPasskeys',
  'renamePasskey',
  'refresh',
  'logout',
  'sendLoginCode',
  'login',
  'sendBrowserLink',
  'knowBrowser',
  'passkeyLoginOptions',
  'passkeyLogin',
  'listSessions',
  'updatePassword',
  'removePasskey',
  'endOtherSessions',
  'endSession',
];

/** The longest limit of a code: one a pause, ten a day. */
const DAY_S = 24 * 60 * 60;

/** The response to the example request of each call, with the ids and codes of this run. */
export const sendExamples = async (server: TestServer, client: TestClient) => {
  const email = parameterExamples['email'] ?? '';
  const known: Known = {
    code: '',
    companyId: '',
    userId: '',
    logo: '',
    passkeyId: '',
    token: '',
    sessionId: '',
  };
  let options = '';
  let passkey: SoftwarePasskey | undefined;

  const pathOf = (name: CallName): string => {
    const values: Record<string, string> = { email, code: known.code, name: known.logo };
    const names = Object.keys(callOf(name).parameters ?? {});
    return fillPath(paths[name], ...names.map((parameter) => values[parameter] ?? ''));
  };

  const bodyOf = (name: CallName): object | undefined => {
    const body = bodyExamples[name];
    if (!body) return undefined;
    const replaced = Object.entries(knownBy[name] ?? {}).map(([field, key]) => [field, known[key]]);
    return { ...body, ...Object.fromEntries(replaced) };
  };

  /** The bodies that an authenticator makes from the options before. */
  const ceremonies: Partial<Record<CallName, () => object>> = {
    registerPasskey() {
      const made = createPasskey(JSON.parse(options));
      passkey = made.passkey;
      return { ...bodyExamples.registerPasskey, credential: made.credential };
    },
    passkeyLogin: () => ({ credential: signLogin(required(passkey), JSON.parse(options)) }),
  };

  const send = async (name: CallName) => {
    if (callOf(name).isLogoForm)
      return uploadLogo(client, known.companyId, (await pngLogo()).buffer);
    const payload = ceremonies[name]?.() ?? bodyOf(name);
    return client.send(callOf(name).method, pathOf(name), payload ? { payload } : {});
  };

  const responses: { name: CallName; status: number; text: string; cookies: string[] }[] = [];
  for (const name of JOURNEY) {
    const response = await send(name);
    const message = response.status === 200 ? response.body?.message : undefined;
    if (name === 'createCompany') known.companyId = message ?? '';
    if (name === 'createUser') known.userId = message ?? '';
    if (name.endsWith('Options')) options = response.text;
    if (name === 'registerPasskey') {
      known.passkeyId = response.body.passkey?.id ?? '';
      // The notice, before the next code.
      await server.mailbox.next(email);
    }
    if (name === 'listSessions') known.sessionId = response.body.sessions?.[0]?.id ?? '';
    if (name === 'sendBrowserLink') known.token = await receiveBrowserToken(server, email);
    if (name === 'uploadLogo') known.logo = message?.split('/').at(-1) ?? '';
    if (name === 'sendSignUpCode' || name === 'sendLoginCode') {
      known.code = await server.mailbox.nextCode(email);
      await ageLimits(server.db, DAY_S, email);
    }
    const set = [response.headers['set-cookie'] ?? []].flat().map(String);
    responses.push({
      name,
      status: response.status,
      text: response.text,
      cookies: set.map((line) => line.split('=', 1)[0] ?? ''),
    });
  }
  return responses;
};
