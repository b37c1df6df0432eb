import { $fetch, FetchError } from 'ofetch';
import { cookieNames, HOST_PREFIX, XSRF_HEADER } from '#contract/cookies.ts';
import type { ErrorBody, ErrorCode } from '#contract/errors.ts';
import { paths } from '#contract/paths.ts';
import type { XsrfResponse } from '#contract/responses.ts';
import { reportCookies } from '../platform/browser-issues.ts';
import { readCookies } from '../platform/cookies.ts';
import { apiBase } from '../platform/settings.ts';

/** Why a call failed. `network`: no response. `unexpected`: a response without an error body. */
export interface Failure {
  code: ErrorCode | 'network' | 'unexpected';
  field?: string;
  /** The `Retry-After` header in whole seconds. */
  retryAfterS?: number;
}

/** The response body, or the failure as a value. */
export type Result<Body> =
  | { ok: true; body: Body }
  /** `token`: the XSRF token of the call, which is bound to the session that the call was made in. */
  | { ok: false; failure: Failure; token: string };

export interface Call {
  method: 'GET' | 'POST' | 'PATCH';
  path: string;
  body?: object;
  /** A `GET` with an effect, which needs the XSRF token where the browser sends no Fetch Metadata. */
  hasEffect?: true;
}

const hasXsrfHeader = ({ method, hasEffect }: Call): boolean =>
  method !== 'GET' || hasEffect === true;

/** The XSRF token from the last `GET`. */
let xsrfToken: string | undefined;

/**
 * The token from the last `GET`, as long as the cookie has it: another tab may have replaced it since. A
 * sibling domain can add values to the cookie, so that the last one may be wrong. That of an API on another
 * host can't be read.
 */
const currentXsrfToken = (): string | undefined => {
  const { xsrf } = cookieNames;
  const present = apiBase(location.hostname)
    ? []
    : [...readCookies(xsrf), ...readCookies(HOST_PREFIX + xsrf)];
  return present.find((token) => token === xsrfToken) ?? present.at(-1) ?? xsrfToken;
};

/** A code that only a newer server knows passes: no caller handles it, as with `unexpected`. */
const isErrorBody = (body: Partial<ErrorBody> | null | undefined): body is ErrorBody =>
  typeof body?.error?.code === 'string';

const toFailure = (error: unknown): Failure => {
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

/** Calls the API once, in the session that the XSRF token is bound to; in another one it is refused. */
export const callOnce = async <Body>(
  call: Call,
  token = currentXsrfToken() ?? '',
): Promise<Result<Body>> => {
  const { method, path, body } = call;
  try {
    const response = await $fetch<Body>(path, {
      baseURL: apiBase(location.hostname),
      credentials: 'include',
      method,
      retry: 0,
      ...(body === undefined ? {} : { body }),
      ...(hasXsrfHeader(call) ? { headers: { [XSRF_HEADER]: token } } : {}),
    });
    return { ok: true, body: response };
  } catch (error) {
    return { ok: false, failure: toFailure(error), token };
  }
};

const fetchXsrfToken = async (): Promise<void> => {
  const result = await callOnce<XsrfResponse>({ method: 'GET', path: paths.xsrf });
  if (result.ok) xsrfToken = result.body.token;
};

const isXsrfRejected = ({ hasEffect }: Call, result: Result<unknown>): boolean =>
  !result.ok && result.failure.code === (hasEffect ? 'origin_refused' : 'xsrf');

/**
 * Calls the API. Every failure is a value. A missing or stale XSRF token is fetched, and the call is
 * then repeated once; nothing else is retried.
 */
export const callApi = async <Body>(call: Call): Promise<Result<Body>> => {
  if (hasXsrfHeader(call) && currentXsrfToken() === undefined) await fetchXsrfToken();
  const result = await callOnce<Body>(call);
  if (!isXsrfRejected(call, result)) {
    if (result.ok && call.method !== 'GET') reportCookies(true);
    return result;
  }
  await fetchXsrfToken();
  const repeated = await callOnce<Body>(call);
  // The header has a fresh token, so a second rejection means that the browser sent no cookie.
  reportCookies(!isXsrfRejected(call, repeated));
  return repeated;
};

/** Resolves with whether the session was renewed. */
type Renew = (expiry: { staysOnPage: boolean; since: number }) => Promise<boolean>;

let renewSession: Renew = async () => false;

/** Registers the function that renews the session after a 401 to a request sent at `since` (epoch ms). */
export const setSessionRenewal = (renew: Renew): void => {
  renewSession = renew;
};

/**
 * Calls the API with the session's cookies. A 401 renews the session; the call is then repeated once,
 * whatever its method. A missing sign-up ticket is a 401 too, which a renewal can't fix.
 * @param options.staysOnPage whether the visitor stays on the page when the session can't be renewed;
 * otherwise the login page opens
 */
export const callAuthenticated = async <Body>(
  call: Call,
  { staysOnPage }: { staysOnPage: boolean },
): Promise<Result<Body>> => {
  const since = Date.now();
  const result = await callApi<Body>(call);
  const isExpired = !result.ok && result.failure.code === 'unauthenticated';
  return isExpired && (await renewSession({ staysOnPage, since })) ? callApi<Body>(call) : result;
};

/** A failure that the caller doesn't handle. It reaches the chart's `onError`. */
class ApiError extends Error {
  constructor(readonly failure: Failure) {
    super(failure.code);
  }
}

/** The body of a successful call. Throws ApiError for a failed one. */
export const unwrap = <Body>(result: Result<Body>): Body => {
  if (!result.ok) throw new ApiError(result.failure);
  return result.body;
};
