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

interface Carried {
  /** Where the site is. */
  origin: string;
  method: Method;
  url: string;
  payload: RequestOptions['payload'];
  headers: Record<string, string>;
  cookies: ReadonlyMap<string, string>;
}

/** Takes a request to the server and brings the answer back. */
type Carrier = (request: Carried) => Promise<
  Pick<Answer, 'status' | 'headers' | 'bytes'> & {
    cookies: { name: string; value: string; isOver: boolean }[];
  }
>;

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

const parse = (text: string) => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** A browser that sends by some way or other; `origin` is asked at every request. */
export const createClientOver = (carry: Carrier, origin: () => string): TestClient => {
  const cookies = new Map<string, string>();

  const exchange = async (
    method: Method,
    url: string,
    { payload, headers = {} }: RequestOptions,
    at: string,
  ): Promise<Answer> => {
    const answer = await carry({ origin: at, method, url, payload, headers, cookies });
    for (const { name, value, isOver } of answer.cookies) {
      if (isOver) cookies.delete(name);
      else cookies.set(name, value);
    }
    const text = answer.bytes.toString();
    const body = parse(text);
    return { ...answer, text, body, error: body?.error };
  };

  const send: TestClient['send'] = async (method, url, options = {}) => {
    const at = origin();
    const { headers = {}, xsrf, origin: from = SAFE.has(method) ? null : at } = options;
    if (!SAFE.has(method) && xsrf === undefined && !cookies.has(cookieNames.xsrf))
      await exchange('GET', paths.xsrf, {}, at);
    const token = xsrf === undefined ? cookies.get(cookieNames.xsrf) : xsrf;
    const proof = {
      ...(from !== null && { origin: from }),
      ...(!SAFE.has(method) && typeof token === 'string' && { [XSRF_HEADER]: token }),
    };
    return exchange(method, url, { ...options, headers: { ...proof, ...headers } }, at);
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

/** A browser that the application is asked by directly, without a connection. */
export const createClient = (app: FastifyInstance, origin: string, ip: string): TestClient =>
  createClientOver(
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
          isOver: maxAge === 0,
        })),
      };
    },
    () => origin,
  );
