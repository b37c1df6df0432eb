import { once } from 'node:events';
import type { Socket } from 'node:net';
import { fillPath } from '#contract/calls/call.ts';
import { paths } from '#contract/calls/paths.ts';
import { pngLogo } from '../images/png-logo.ts';
import { uploadLogo } from '../images/upload-logo.ts';
import { logIn, makeAccount } from '../log-in-steps.ts';
import { makeCompany, sendPath } from '../sign-up-steps.ts';
import type { TestServer } from '../test-server.ts';
import { sendRawRequest } from './raw-request.ts';

const PARTNER = 'https://www.partner.example';
const HTML = { headers: { accept: 'text/html' } };

interface ReceivedResponse {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
}

/** The Cache-Control values: `no-store` for the API, long lifetimes for files with hashed names. */
type CacheControl =
  | 'no-store'
  | 'no-cache'
  | 'private, no-cache'
  | 'public, max-age=31536000, immutable';

interface ResponseKind {
  name: string;
  status: number;
  cacheControl?: CacheControl;
  request(server: TestServer): Promise<ReceivedResponse>;
}

const portOf = ({ app }: TestServer): number => {
  const address = app.server.address();
  return typeof address === 'object' && address ? address.port : 0;
};

/** A request line by line; `Host` and `Connection` are added. */
const raw = (server: TestServer, first: string, ...headers: string[]) =>
  sendRawRequest(portOf(server), [
    `${first} HTTP/1.1`,
    'Host: a',
    'Connection: close',
    ...headers,
    '',
  ]);

/** Makes every query fail while a request is handled. */
export const withBrokenDatabase = async <Response>(
  { db }: TestServer,
  error: Error,
  request: () => Promise<Response>,
): Promise<Response> => {
  const executor = db.getExecutor();
  const original = executor.provideConnection.bind(executor);
  executor.provideConnection = () => Promise.reject(error);
  try {
    return await request();
  } finally {
    executor.provideConnection = original;
  }
};

const requestWithTicket = (server: TestServer) => {
  const client = server.client();
  client.cookies.set('ticket', 'x'.repeat(43)).set('__Host-ticket', 'x'.repeat(43));
  return client.post(paths.createCompany, {});
};

/**
 * One response of every kind, whether the application, Fastify or Node creates it. The server must
 * listen and serve a site with a script and the charts viewer.
 */
export const responseKinds: ResponseKind[] = [
  { name: 'a health check', status: 200, request: (server) => raw(server, `GET ${paths.alive}`) },
  {
    name: 'an API response',
    status: 200,
    request: (server) => raw(server, `GET ${paths.xsrf}`),
  },
  { name: 'a redirect', status: 302, request: (server) => raw(server, 'GET /app') },
  {
    name: 'a preflight from a configured origin',
    status: 204,
    request: (server) =>
      raw(
        server,
        `OPTIONS ${paths.login}`,
        `Origin: ${PARTNER}`,
        'Access-Control-Request-Method: POST',
      ),
  },
  {
    name: 'a preflight from another origin',
    status: 405,
    request: (server) =>
      raw(
        server,
        `OPTIONS ${paths.login}`,
        'Origin: https://a.example',
        'Access-Control-Request-Method: POST',
      ),
  },
  {
    name: 'the application page of a signed-in user',
    status: 200,
    request: async (server) => (await makeAccount(server)).maker.get('/app/'),
  },
  {
    name: 'a malformed JSON body',
    status: 400,
    request: (server) =>
      server.client().post(paths.login, undefined, {
        payload: '{"a"',
        headers: { 'content-type': 'application/json' },
      }),
  },
  { name: 'a malformed path', status: 400, request: (server) => raw(server, 'GET /logos/%zz') },
  {
    name: 'input that is not HTTP',
    status: 400,
    request: (server) => sendRawRequest(portOf(server), ['HELO there', '']),
  },
  {
    name: 'a request without a Host',
    status: 400,
    request: (server) =>
      sendRawRequest(portOf(server), ['GET / HTTP/1.1', 'Connection: close', '']),
  },
  { name: 'two Host headers', status: 400, request: (server) => raw(server, 'GET /', 'Host: b') },
  {
    name: 'two Content-Length headers',
    status: 400,
    request: (server) =>
      raw(server, `POST ${paths.login}`, 'Content-Length: 1', 'Content-Length: 2', '', '{}'),
  },
  {
    name: 'a request without a session',
    status: 401,
    request: (server) => raw(server, `GET ${paths.currentUser}`),
  },
  {
    name: 'a wrong password',
    status: 401,
    request: (server) => logIn(server.client(), server.email(), 'not the password'),
  },
  {
    name: 'a call without an Origin',
    status: 403,
    request: (server) => raw(server, `POST ${paths.logout}`),
  },
  { name: 'an unknown path', status: 404, request: (server) => raw(server, 'GET /v1/nothing') },
  {
    name: 'an unknown page',
    status: 404,
    request: (server) => raw(server, 'GET /nothing', 'Accept: text/html'),
  },
  { name: 'an unknown file', status: 404, request: (server) => raw(server, 'GET /assets/no.js') },
  { name: 'an unknown logo', status: 404, request: (server) => raw(server, 'GET /logos/no.png') },
  { name: 'a hidden file', status: 404, request: (server) => raw(server, 'GET /.env') },
  {
    name: 'an unsupported method',
    status: 405,
    request: (server) => raw(server, `DELETE ${paths.createCompany}`),
  },
  {
    name: 'a HEAD request to the API',
    status: 405,
    request: (server) => raw(server, `HEAD ${paths.currentUser}`),
  },
  { name: 'a CONNECT request', status: 405, request: (server) => raw(server, 'CONNECT b:1') },
  { name: 'a TRACE request', status: 404, request: (server) => raw(server, 'TRACE /x') },
  {
    name: 'a slow request',
    status: 408,
    async request(server) {
      const connection = once(server.app.server, 'connection');
      const response = sendRawRequest(portOf(server), ['GET / HTTP/1.1', 'Host: a']);
      const [socket] = (await connection) as [Socket];
      // Node emits this when the request timeout expires.
      const error = Object.assign(new Error('slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      server.app.server.emit('clientError', error, socket);
      return response;
    },
  },
  {
    name: 'a registered email address',
    status: 409,
    request: async (server) => server.client().post(sendPath((await makeAccount(server)).email)),
  },
  {
    name: 'an oversized body',
    status: 413,
    request: (server) => server.client().post(paths.login, { email: 'x'.repeat(70_000) }),
  },
  {
    name: 'an overlong path parameter',
    status: 414,
    request: (server) =>
      raw(
        server,
        `GET ${fillPath(paths.verifySignUpCode, { email: 'a'.repeat(1025), code: '1' })}`,
      ),
  },
  {
    name: 'an unsupported content type',
    status: 415,
    request: (server) =>
      server.client().post(paths.login, undefined, {
        payload: 'a=b',
        headers: { 'content-type': 'text/plain' },
      }),
  },
  {
    name: 'an unsupported Expect',
    status: 417,
    request: (server) => raw(server, `POST ${paths.login}`, 'Expect: a-miracle'),
  },
  {
    name: 'a rate-limited request',
    status: 429,
    async request(server) {
      const client = server.client();
      const path = sendPath(server.email());
      await client.post(path);
      return client.post(path);
    },
  },
  {
    name: 'oversized headers',
    status: 431,
    request: (server) => raw(server, 'GET /', `X: ${'x'.repeat(17_000)}`),
  },
  {
    name: 'an internal error',
    status: 500,
    request: (server) =>
      withBrokenDatabase(server, new Error('broken'), () => requestWithTicket(server)),
  },
  {
    name: 'an unavailable database',
    status: 503,
    request: (server) =>
      withBrokenDatabase(
        server,
        Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
        () => requestWithTicket(server),
      ),
  },
  {
    name: 'a logo',
    status: 200,
    cacheControl: 'public, max-age=31536000, immutable',
    async request(server) {
      const client = server.client();
      const companyid = await makeCompany(server, client, server.email());
      const { body } = await uploadLogo(client, companyid, (await pngLogo()).buffer);
      return client.get(body.message);
    },
  },
  {
    name: 'the page',
    status: 200,
    cacheControl: 'private, no-cache',
    request: (server) => raw(server, 'GET /', 'Accept: text/html'),
  },
  {
    name: 'a HEAD request for the page',
    status: 200,
    cacheControl: 'no-cache',
    request: (server) => raw(server, 'HEAD /'),
  },
  {
    name: 'a revalidated page',
    status: 304,
    cacheControl: 'private, no-cache',
    async request(server) {
      const { headers } = await raw(server, 'GET /');
      return raw(server, 'GET /', `If-None-Match: ${headers['etag']}`);
    },
  },
  {
    name: 'a range request',
    status: 206,
    cacheControl: 'private, no-cache',
    request: (server) => raw(server, 'GET /', 'Range: bytes=0-3'),
  },
  {
    name: 'an unsatisfiable range',
    status: 416,
    request: (server) => raw(server, 'GET /', 'Range: bytes=9999-'),
  },
  {
    name: 'a script',
    status: 200,
    cacheControl: 'public, max-age=31536000, immutable',
    request: (server) => raw(server, 'GET /assets/a.js', 'Accept-Encoding: br'),
  },
  {
    name: 'the charts viewer',
    status: 200,
    cacheControl: 'private, no-cache',
    request: (server) => server.client().get('/charts', HTML),
  },
];
