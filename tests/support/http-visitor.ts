import { expect } from 'vitest';
import { cookieNames, XSRF_HEADER } from '#contract/cookies.ts';
import { fillPath, paths } from '#contract/paths.ts';
import { pngLogo } from './logo.ts';
import { companyBody, completeBody, userBody } from './sign-up-steps.ts';
import type { SmtpInbox } from './smtp-inbox.ts';

/** A browser as far as a server process can tell: over the network, with cookies of its own. */
export interface HttpVisitor {
  /** Every value of a cookie and every code that it was ever given. */
  secrets: Set<string>;
  /** The value of a cookie; empty when there is none. */
  cookie(name: string): string;
  /** Sends an object as JSON, a form as it is; the answer must be a success. */
  call(method: string, path: string, body?: object | FormData): Promise<Response>;
  /** The same, for its message. */
  message(method: string, path: string, body?: object | FormData): Promise<string>;
  /** The status of a call that may fail. */
  statusOf(method: string, path: string, body?: object): Promise<number>;
  /** The next code that is mailed to an address. */
  code(inbox: SmtpInbox, email: string): Promise<string>;
}

/** @param origin where the server is, without a slash at the end */
export const visit = (origin: string): HttpVisitor => {
  const cookies = new Map<string, string>();
  const secrets = new Set<string>();

  const keep = (line: string) => {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === '') cookies.delete(name);
    else cookies.set(name, value);
    // `1` says that somebody is signed in, and is no secret.
    if (value.length > 1) secrets.add(decodeURIComponent(value));
  };

  const send = async (method: string, path: string, body?: object | FormData) => {
    const token = cookies.get(cookieNames.xsrf);
    const answer = await fetch(origin + path, {
      method,
      redirect: 'manual',
      headers: {
        origin,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(token !== undefined && { [XSRF_HEADER]: decodeURIComponent(token) }),
        ...(body && !(body instanceof FormData) && { 'content-type': 'application/json' }),
      },
      ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    answer.headers.getSetCookie().forEach(keep);
    return answer;
  };

  const visitor: HttpVisitor = {
    secrets,
    cookie: (name) => cookies.get(name) ?? '',
    async call(method, path, body) {
      if (!cookies.has(cookieNames.xsrf)) await send('GET', paths.xsrf);
      const answer = await send(method, path, body);
      expect([path.replace(/@.*/, ''), answer.status]).toEqual([path.replace(/@.*/, ''), 200]);
      return answer;
    },
    message: async (method, path, body) =>
      (await (await visitor.call(method, path, body)).json()).message,
    async statusOf(method, path, body) {
      if (!cookies.has(cookieNames.xsrf)) await send('GET', paths.xsrf);
      return (await send(method, path, body)).status;
    },
    async code(inbox, email) {
      const code = await inbox.nextCode(email);
      secrets.add(code);
      return code;
    },
  };
  return visitor;
};

/** Signs a company up, logo and all, as the wizard does it; ends signed in. */
export const signUpOverHttp = async (
  visitor: HttpVisitor,
  inbox: SmtpInbox,
  { email, first, password }: { email: string; first: string; password: string },
): Promise<{ logo: string }> => {
  await visitor.call('POST', fillPath(paths.sendSignUpCode, email));
  const code = await visitor.code(inbox, email);
  await visitor.call('GET', fillPath(paths.verifySignUpCode, email, code));
  const companyId = await visitor.message('POST', paths.createCompany, companyBody);
  const form = new FormData();
  const { name, buffer } = await pngLogo();
  form.set('companyid', companyId);
  form.set('file', new Blob([new Uint8Array(buffer)], { type: 'image/png' }), name);
  const logo = await visitor.message('POST', paths.uploadLogo, form);
  const userId = await visitor.message('POST', paths.createUser, {
    ...userBody(companyId, email),
    password: first,
  });
  await visitor.call('POST', paths.tellSales, {
    companyName: companyBody.name,
    userName: 'Asha Rao',
    userEmail: email,
  });
  await visitor.call('PATCH', paths.completeUser, completeBody(userId, password));
  return { logo };
};
