import type { FastifyInstance, InjectOptions } from 'fastify';
import type { ResponseBody } from '#contract/calls/all-calls.ts';
import { paths } from '#contract/calls/paths.ts';
import { cookieNames, HOST_PREFIX, XSRF_HEADER } from '#contract/cookies.ts';
import type { ErrorBody } from '#contract/errors.ts';
import { descriptionFaults } from '#tests/support/openapi/api-description.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'HEAD' | 'OPTIONS';

/** The union of all response bodies; a test says which part it expects. */
type WireBody = ResponseBody<'createCompany'> &
  Partial<
    Omit<ResponseBody<'sendLoginCode'>, 'message'> &
      Omit<ResponseBody<'verifySignUpCode'>, 'message'> &
      ResponseBody<'currentUser'> &
      ResponseBody<'login'> &
      ResponseBody<'passkeyLoginOptions'> &
      ResponseBody<'registerPasskey'> &
      ResponseBody<'passkeyRegistrationOptions'> &
      ResponseBody<'listPasskeys'> &
      ResponseBody<'updatePassword'> &
      ResponseBody<'listSessions'> &
      ResponseBody<'xsrf'> &
      ErrorBody
  >;

interface TestResponse {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  text: string;
  bytes: Buffer;
  body: WireBody;
  error: ErrorBody['error'] | undefined;
}

interface RequestOptions {
  payload?: InjectOptions['payload'];
  headers?: Record<string, string>;
  /** Null sends none; the site's own by default. */
  origin?: string | null;
  /** Null sends none; the cookie's value by default. */
  xsrf?: string | null;
  /** Null sends none; with a GET that of a script of the site by default. */
  fetchMetadata?: null;
}

/**
 * A browser as the server sees it: it keeps cookies, sends the XSRF token, and has an IP address.
 */
export interface TestClient {
  cookies: Map<string, string>;
  send(method: Method, url: string, options?: RequestOptions): Promise<TestResponse>;
  get(url: string, options?: RequestOptions): Promise<TestResponse>;
  post(url: string, payload?: object, options?: RequestOptions): Promise<TestResponse>;
  patch(url: string, payload: object, options?: RequestOptions): Promise<TestResponse>;
}

interface TransportRequest {
  /** The site's origin. */
  origin: string;
  method: Method;
  url: string;
  payload: RequestOptions['payload'];
  headers: Record<string, string>;
  cookies: ReadonlyMap<string, string>;
}

/** Sends a request to the server and returns the response. */
type Transport = (request: TransportRequest) => Promise<
  Pick<TestResponse, 'status' | 'headers' | 'bytes'> & {
    cookies: { name: string; value: string; isDeleted: boolean }[];
  }
>;

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Fetch Metadata of a call that a script of the site makes. */
export const SCRIPT_METADATA = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' };

const parse = (text: string) => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * A client over a transport; `origin` is called for every request. It throws for a response that the
 * description of the API lacks.
 */
export const createClientWithTransport = (carry: Transport, origin: () => string): TestClient => {
  const cookies = new Map<string, string>();

  const exchange = async (
    method: Method,
    url: string,
    { payload, headers = {} }: RequestOptions,
    siteOrigin: string,
  ): Promise<TestResponse> => {
    const response = await carry({ origin: siteOrigin, method, url, payload, headers, cookies });
    for (const { name, value, isDeleted } of response.cookies) {
      if (isDeleted) cookies.delete(name);
      else cookies.set(name, value);
    }
    const text = response.bytes.toString();
    const faults = descriptionFaults({ ...response, method, url, text });
    if (faults.length > 0) throw new Error(`Not as described:\n${faults.join('\n')}`);
    const body = parse(text);
    return { ...response, text, body, error: body?.error };
  };

  const send: TestClient['send'] = async (method, url, options = {}) => {
    const siteOrigin = origin();
    const { headers = {}, xsrf, fetchMetadata } = options;
    const { origin: from = SAFE.has(method) ? null : siteOrigin } = options;
    const cookie = () =>
      cookies.get(HOST_PREFIX + cookieNames.xsrf) ?? cookies.get(cookieNames.xsrf);
    if (!SAFE.has(method) && xsrf === undefined && cookie() === undefined)
      await exchange('GET', paths.xsrf, {}, siteOrigin);
    const token = xsrf === undefined ? cookie() : xsrf;
    const proof = {
      ...(from !== null && { origin: from }),
      ...(method === 'GET' && fetchMetadata !== null && SCRIPT_METADATA),
      ...(!SAFE.has(method) && typeof token === 'string' && { [XSRF_HEADER]: token }),
    };
    return exchange(method, url, { ...options, headers: { ...proof, ...headers } }, siteOrigin);
  };

  return {
    cookies,
    send,
    get: (url, options) => send('GET', url, options),
    post: (url, payload, options) =>
      send('POST', url, { ...options, ...(payload !== undefined && { payload }) }),
    patch: (url, payload, options) => send('PATCH', url, { ...options, payload }),
  };
};

/** A client that calls the application directly with `inject`. */
export const createClient = (app: FastifyInstance, origin: string, ip: string): TestClient =>
  createClientWithTransport(
    async ({ method, url, payload, headers, cookies }) => {
      const response = await app.inject({
        method,
        url,
        headers,
        remoteAddress: ip,
        cookies: Object.fromEntries(cookies),
        ...(payload !== undefined && { payload }),
      });
      return {
        status: response.statusCode,
        headers: response.headers,
        bytes: response.rawPayload,
        cookies: response.cookies.map(({ name, value, maxAge }) => ({
          name,
          value,
          isDeleted: maxAge === 0,
        })),
      };
    },
    () => origin,
  );
