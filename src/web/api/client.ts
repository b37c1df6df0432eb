import { $fetch, FetchError } from 'ofetch';
import type {
  BodyOf,
  CallName,
  Calls,
  ErrorCodeOf,
  ParametersOf,
  ResponseBody,
} from '#contract/calls/all-calls.ts';
import { fillPath } from '#contract/calls/call.ts';
import { endpoints } from '#contract/calls/endpoints.ts';
import { cookieNames, HOST_PREFIX, XSRF_HEADER } from '#contract/cookies.ts';
import type { ErrorBody, ErrorCode } from '#contract/errors.ts';
import {
  reportAnswer,
  reportCookies,
  reportMisunderstood,
  reportNoAnswer,
} from '../platform/browser-issues.ts';
import { readCookies } from '../platform/cookies.ts';
import { apiBase } from '../platform/settings.ts';

/** Why a call failed. `network`: no response. `unexpected`: a response without an error body. */
export interface Failure<Name extends CallName = CallName> {
  code: ErrorCodeOf<Calls[Name]> | 'network' | 'unexpected';
  /** The `Retry-After` header in whole seconds. */
  retryAfterS?: number;
}

/** The response body, or the failure as a value. */
export type Result<Name extends CallName> =
  | { ok: true; body: ResponseBody<Name> }
  /** `token`: the XSRF token of the call, which is bound to the session that the call was made in. */
  | { ok: false; failure: Failure<Name>; token: string };

type Parameters<Call> = Call extends { parameters: unknown }
  ? { parameters: ParametersOf<Call> }
  : { parameters?: never };

type Body<Call> = Call extends { isLogoForm: true }
  ? { body: FormData }
  : undefined extends BodyOf<Call>
    ? { body?: never }
    : { body: BodyOf<Call> };

type Input<Name extends CallName> = Parameters<Calls[Name]> & Body<Calls[Name]>;

/** What a call takes: path parameters and JSON body, if it has any. */
type Inputs<Name extends CallName> =
  Record<never, never> extends Input<Name> ? [input?: Input<Name>] : [input: Input<Name>];

const hasXsrfHeader = (name: CallName): boolean => {
  const [method, , hasEffect] = endpoints[name];
  return method !== 'GET' || hasEffect === true;
};

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
const isErrorBody = <Code extends ErrorCode>(
  body: Partial<ErrorBody<Code>> | null | undefined,
): body is ErrorBody<Code> => typeof body?.error?.code === 'string';

/** The lowest status with which a gateway says that there is no server behind it. */
const GATEWAY_STATUS = 502;

const toFailure = <Name extends CallName>(error: unknown): Failure<Name> => {
  if (!(error instanceof FetchError) || !error.response) return { code: 'network' };
  if (!isErrorBody<ErrorCodeOf<Calls[Name]>>(error.data))
    return { code: error.response.status < GATEWAY_STATUS ? 'unexpected' : 'network' };
  const { code } = error.data.error;
  const retryAfterS = Number(error.response.headers.get('retry-after'));
  return { code, ...(retryAfterS > 0 ? { retryAfterS } : {}) };
};

/** Whether the server answers a call that has no effect. */
const isAnswering = (): Promise<boolean> =>
  fetch(apiBase(location.hostname) + endpoints.xsrf[1], { credentials: 'include' }).then(
    ({ status }) => status < GATEWAY_STATUS,
    () => false,
  );

/** Codes of an answer to a request that this script should not have made. */
const MISUNDERSTOOD: readonly string[] = ['unexpected', 'not_found', 'request_invalid'];

const reportFailure = ({ code }: Failure): void => {
  if (code === 'network') void reportNoAnswer(isAnswering);
  else reportAnswer();
  if (MISUNDERSTOOD.includes(code)) reportMisunderstood();
};

const send = async <Name extends CallName>(
  name: Name,
  token: string,
  { parameters = {}, body }: { parameters?: Record<string, string>; body?: object } = {},
): Promise<Result<Name>> => {
  const [method, path] = endpoints[name];
  try {
    const response = await $fetch<ResponseBody<Name>>(fillPath(path, parameters), {
      baseURL: apiBase(location.hostname),
      credentials: 'include',
      method,
      retry: 0,
      ...(body === undefined ? {} : { body }),
      ...(hasXsrfHeader(name) ? { headers: { [XSRF_HEADER]: token } } : {}),
    });
    reportAnswer();
    return { ok: true, body: response };
  } catch (error) {
    const failure = toFailure<Name>(error);
    reportFailure(failure);
    return { ok: false, failure, token };
  }
};

/** Calls the API once, in the session that the XSRF token is bound to; in another one it is refused. */
export const callOnce = <Name extends CallName>(
  name: Name,
  token: string,
  ...inputs: Inputs<Name>
): Promise<Result<Name>> => send(name, token, ...inputs);

const fetchXsrfToken = async (): Promise<void> => {
  const result = await callOnce('xsrf', '');
  if (result.ok) xsrfToken = result.body.token;
};

const isXsrfRejected = (name: CallName, result: Result<CallName>): boolean =>
  !result.ok && result.failure.code === (endpoints[name][2] ? 'origin_refused' : 'xsrf');

/**
 * Calls the API. Every failure is a value. A missing or stale XSRF token is fetched, and the call is
 * then repeated once; nothing else is retried.
 */
export const callApi = async <Name extends CallName>(
  name: Name,
  ...inputs: Inputs<Name>
): Promise<Result<Name>> => {
  if (hasXsrfHeader(name) && currentXsrfToken() === undefined) await fetchXsrfToken();
  const result = await callOnce(name, currentXsrfToken() ?? '', ...inputs);
  if (!isXsrfRejected(name, result)) {
    if (result.ok && endpoints[name][0] !== 'GET') reportCookies(true);
    return result;
  }
  await fetchXsrfToken();
  const repeated = await callOnce(name, currentXsrfToken() ?? '', ...inputs);
  // The header has a fresh token, so a second rejection means that the browser sent no cookie.
  reportCookies(!isXsrfRejected(name, repeated));
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
export const callAuthenticated = async <Name extends CallName>(
  name: Name,
  { staysOnPage }: { staysOnPage: boolean },
  ...inputs: Inputs<Name>
): Promise<Result<Name>> => {
  const since = Date.now();
  const result = await callApi(name, ...inputs);
  const isExpired = !result.ok && result.failure.code === 'unauthenticated';
  return isExpired && (await renewSession({ staysOnPage, since }))
    ? callApi(name, ...inputs)
    : result;
};

/** A failure that the caller doesn't handle. It reaches the chart's `onError`. */
class ApiError extends Error {
  constructor(readonly failure: Failure) {
    super(failure.code);
  }
}

/** The body of a successful call. Throws ApiError for a failed one. */
export const unwrap = <Body>(
  result: { ok: true; body: Body } | { ok: false; failure: Failure },
): Body => {
  if (!result.ok) throw new ApiError(result.failure);
  return result.body;
};
