import { $fetch, FetchError } from 'ofetch';
import type { XsrfAnswer } from '#contract/answers.ts';
import { cookieNames, XSRF_HEADER } from '#contract/cookies.ts';
import { type ErrorBody, type ErrorCode, errorStatus } from '#contract/errors.ts';
import { paths } from '#contract/paths.ts';
import { readCookie } from './cookies.ts';
import { noteCookies } from './hindrances.ts';
import { apiBase } from './settings.ts';

/** Why a call failed. `retryAfterS`: whole seconds that the server asks to wait. */
export interface Failure {
  code: ErrorCode | 'network' | 'unexpected';
  field?: string;
  retryAfterS?: number;
}

export type Answer<Body> = { ok: true; body: Body } | { ok: false; failure: Failure };

export interface Call {
  method: 'GET' | 'POST' | 'PATCH';
  path: string;
  body?: object;
}

/** The token for the header, when the page can't read the API's cookie (another host). */
let xsrfToken: string | undefined;

const knownXsrfToken = (): string | undefined => readCookie(cookieNames.xsrf) ?? xsrfToken;

const isErrorBody = (body: unknown): body is ErrorBody =>
  typeof body === 'object' &&
  body !== null &&
  'error' in body &&
  typeof body.error === 'object' &&
  body.error !== null &&
  'code' in body.error &&
  String(body.error.code) in errorStatus;

const failureOf = (error: unknown): Failure => {
  if (!(error instanceof FetchError) || !error.response) return { code: 'network' };
  if (!isErrorBody(error.data)) return { code: 'unexpected' };
  const { code, field } = error.data.error;
  const retryAfterS = Number(error.response.headers.get('retry-after'));
  return {
    code,
    ...(field === undefined ? {} : { field }),
    ...(retryAfterS > 0 ? { retryAfterS } : {}),
  };
};

const send = async <Body>({ method, path, body }: Call): Promise<Answer<Body>> => {
  const token = knownXsrfToken() ?? '';
  try {
    const answer = await $fetch<Body>(path, {
      baseURL: apiBase(location.hostname),
      credentials: 'include',
      method,
      retry: 0,
      ...(body === undefined ? {} : { body }),
      ...(method === 'GET' ? {} : { headers: { [XSRF_HEADER]: token } }),
    });
    return { ok: true, body: answer };
  } catch (error) {
    return { ok: false, failure: failureOf(error) };
  }
};

const renewXsrfToken = async (): Promise<void> => {
  const answer = await send<XsrfAnswer>({ method: 'GET', path: paths.xsrf });
  if (answer.ok) xsrfToken = answer.body.token;
};

const isWithoutToken = (answer: Answer<unknown>): boolean =>
  !answer.ok && answer.failure.code === 'xsrf';

/**
 * Sends a call as it is: nothing is repeated but for a missing or stale XSRF token, which costs one
 * GET and one repetition. Every failure is a value.
 */
export const callOnce = async <Body>(call: Call): Promise<Answer<Body>> => {
  if (call.method !== 'GET' && knownXsrfToken() === undefined) await renewXsrfToken();
  const answer = await send<Body>(call);
  if (!isWithoutToken(answer)) {
    if (answer.ok && call.method !== 'GET') noteCookies(true);
    return answer;
  }
  await renewXsrfToken();
  const repeated = await send<Body>(call);
  // With the token just fetched in its header, only the cookie beside it can be missing.
  noteCookies(!isWithoutToken(repeated));
  return repeated;
};

type Renew = (expiry: { isKept: boolean; since: number }) => Promise<boolean>;

let renewSession: Renew = async () => false;

/** Tells how a session is renewed that a request sent at `since` (epoch ms) found expired. */
export const renewSessionsBy = (renew: Renew): void => {
  renewSession = renew;
};

/**
 * Sends a call of somebody who is signed in: a 401 has the session renewed, and the call is repeated
 * once if that succeeded, whatever its method. A missing ticket is a 401
 * too, but no renewal brings it back. `isKept`: when the
 * session can't be renewed the visitor stays on the page, which shows its own error.
 */
export const callSignedIn = async <Body>(
  call: Call,
  { isKept }: { isKept: boolean },
): Promise<Answer<Body>> => {
  const since = Date.now();
  const answer = await callOnce<Body>(call);
  const isExpired = !answer.ok && answer.failure.code === 'unauthenticated';
  return isExpired && (await renewSession({ isKept, since })) ? callOnce<Body>(call) : answer;
};

/** A failure that the flow has no answer for; it travels to the chart's `onError`. */
class CallFailed extends Error {
  constructor(readonly failure: Failure) {
    super(failure.code);
  }
}

/** The body of an answer; throws CallFailed when there is none. */
export const bodyOf = <Body>(answer: Answer<Body>): Body => {
  if (!answer.ok) throw new CallFailed(answer.failure);
  return answer.body;
};
