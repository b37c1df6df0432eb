import { type CallName, callNames, callOf } from '#contract/calls/all-calls.ts';
import { fillPath } from '#contract/calls/call.ts';
import { example, parameterExamples } from '#contract/calls/examples.ts';
import { required } from '#contract/text.ts';
import { createPasskey, type SoftwarePasskey, signLogin } from '../passkeys/authenticator.ts';
import { ageLimits } from '../server/database/age-rows.ts';
import type { TestClient } from '../server/http/test-client.ts';
import { pngLogo } from '../server/images/png-logo.ts';
import { uploadLogo } from '../server/images/upload-logo.ts';
import { receiveBrowserToken } from '../server/log-in-steps.ts';
import type { TestServer } from '../server/test-server.ts';

/** The longest limit of a code: one a pause, ten a day. */
const DAY_S = 24 * 60 * 60;

const isParent = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** A value with every text replaced. */
const mapTexts = (value: unknown, replace: (text: string) => string): unknown => {
  if (typeof value === 'string') return replace(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, replace));
  if (!isParent(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, mapTexts(item, replace)]),
  );
};

/**
 * The response to the example request of each call, in the order of the table. The values that the examples
 * share are replaced by those of this run, which responses and mails give.
 */
export const sendExamples = async (server: TestServer, client: TestClient) => {
  const shared = new Set<string>(Object.values(example));
  const known = new Map<string, string>([[example.email, example.email]]);
  let options = '';
  let passkey: SoftwarePasskey | undefined;

  const replace = (text: string) => known.get(text) ?? text;

  /** Takes the values of this run from where the example of a response has shared ones. */
  const learn = (shown: unknown, actual: unknown): void => {
    if (typeof shown === 'string' && typeof actual === 'string') {
      const [name = ''] = shown.split('/').slice(-1);
      if (shared.has(name)) known.set(name, actual.split('/').at(-1) ?? '');
    }
    if (!isParent(shown) || !isParent(actual)) return;
    for (const [key, value] of Object.entries(shown)) learn(value, actual[key]);
  };

  /** Bodies that an authenticator makes from the options before. */
  const ceremonies: Partial<Record<CallName, () => object>> = {
    registerPasskey() {
      const made = createPasskey(JSON.parse(options));
      passkey = made.passkey;
      return { name: 'Laptop', credential: made.credential };
    },
    passkeyLogin: () => ({ credential: signLogin(required(passkey), JSON.parse(options)) }),
  };

  const send = async (name: CallName) => {
    const { method, path, parameters = {}, examples, isLogoForm } = callOf(name);
    if (isLogoForm) return uploadLogo(client, replace(example.companyId), (await pngLogo()).buffer);
    const values = Object.fromEntries(
      Object.keys(parameters).map((key) => [key, replace(parameterExamples[key] ?? '')]),
    );
    const body = ceremonies[name]?.() ?? mapTexts(examples?.body, replace);
    return client.send(method, fillPath(path, values), isParent(body) ? { payload: body } : {});
  };

  const responses: { name: CallName; status: number; text: string; cookies: string[] }[] = [];
  for (const name of callNames) {
    const response = await send(name);
    const { examples } = callOf(name);
    if (examples?.response) learn(examples.response, response.body);
    if (name.endsWith('Options')) options = response.text;
    // The notice, before the next code.
    if (name === 'registerPasskey') await server.mailbox.next(example.email);
    if (name === 'sendBrowserLink')
      known.set(example.browserToken, await receiveBrowserToken(server, example.email));
    if (name === 'sendSignUpCode' || name === 'sendLoginCode') {
      known.set(example.code, await server.mailbox.nextCode(example.email));
      await ageLimits(server.db, DAY_S, example.email);
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
