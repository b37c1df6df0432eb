import type { FastifyInstance, InjectOptions } from 'fastify';
import type {
  CodeSentAnswer,
  CodeVerifiedAnswer,
  CurrentUserAnswer,
  LoginAnswer,
  MessageAnswer,
  PasswordUpdatedAnswer,
  XsrfAnswer,
} from '#contract/answers.ts';
import { cookieNames, XSRF_HEADER } from '#contract/cookies.ts';
import type { ErrorBody } from '#contract/errors.ts';
import { paths } from '#contract/paths.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'HEAD' | 'OPTIONS';

/** Whatever a route may answer; a test says which part it expects. */
type WireBody = MessageAnswer &
  Partial<
    CodeSentAnswer &
      CodeVerifiedAnswer &
      CurrentUserAnswer &
      LoginAnswer &
      PasswordUpdatedAnswer &
      XsrfAnswer &
      ErrorBody
  >;

interface Answer {
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
  /** Null: none. By default the site's own. */
  origin?: string | null;
  /** Null: none. By default the cookie's value. */
  xsrf?: string | null;
}

/** A browser as far as the server can tell: it keeps cookies, knows XSRF, and has an address. */
export interface TestClient {
  cookies: Map<string, string>;
  send(method: Method, url: string, options?: RequestOptions): Promise<Answer>;
  get(url: string, options?: RequestOptions): Promise<Answer>;
  post(url: string, payload?: object, options?: RequestOptions): Promise<Answer>;
  patch(url: string, payload: object, options?: RequestOptions): Promise<Answer>;
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

const parse = (text: string) => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

export const createClient = (app: FastifyInstance, origin: string, ip: string): TestClient => {
  const cookies = new Map<string, string>();

  const inject = async (
    method: Method,
    url: string,
    { payload, headers = {} }: RequestOptions,
  ): Promise<Answer> => {
    const response = await app.inject({
      method,
      url,
      headers,
      remoteAddress: ip,
      cookies: Object.fromEntries(cookies),
      ...(payload !== undefined && { payload }),
    });
    for (const { name, value, maxAge } of response.cookies) {
      if (maxAge === 0) cookies.delete(name);
      else cookies.set(name, value);
    }
    const body = parse(response.payload);
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.payload,
      bytes: response.rawPayload,
      body,
      error: body?.error,
    };
  };

  const send: TestClient['send'] = async (method, url, options = {}) => {
    const { headers = {}, xsrf, origin: from = SAFE.has(method) ? null : origin } = options;
    if (!SAFE.has(method) && xsrf === undefined && !cookies.has(cookieNames.xsrf))
      await inject('GET', paths.xsrf, {});
    const token = xsrf === undefined ? cookies.get(cookieNames.xsrf) : xsrf;
    return inject(method, url, {
      ...options,
      headers: {
        ...(from !== null && { origin: from }),
        ...(!SAFE.has(method) && token && { [XSRF_HEADER]: token }),
        ...headers,
      },
    });
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
