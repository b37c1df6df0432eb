import { once } from 'node:events';
import type { Socket } from 'node:net';
import { fillPath, paths } from '#contract/paths.ts';
import { logIn, makeAccount } from './log-in-steps.ts';
import { pngLogo } from './logo.ts';
import { askRaw } from './raw-answer.ts';
import { makeCompany, sendPath } from './sign-up-steps.ts';
import type { TestServer } from './test-server.ts';
import { uploadLogo } from './upload-logo.ts';

const PARTNER = 'https://www.partner.example';
const HTML = { headers: { accept: 'text/html' } };

interface Answered {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
}

/** What may be kept: nothing of an API's answer, a file as long as its name allows. */
type Keeping =
  | 'no-store'
  | 'no-cache'
  | 'private, no-cache'
  | 'public, max-age=31536000, immutable';

interface Kind {
  name: string;
  status: number;
  keeping?: Keeping;
  ask(server: TestServer): Promise<Answered>;
}

const portOf = ({ app }: TestServer): number => {
  const address = app.server.address();
  return typeof address === 'object' && address ? address.port : 0;
};

/** A request line by line; `Host` and `Connection` are added. */
const raw = (server: TestServer, first: string, ...headers: string[]) =>
  askRaw(portOf(server), [`${first} HTTP/1.1`, 'Host: a', 'Connection: close', ...headers, '']);

/** Has every query fail while a request is answered. */
const withBrokenDatabase = async (
  { db }: TestServer,
  error: Error,
  ask: () => Promise<Answered>,
): Promise<Answered> => {
  const executor = db.getExecutor();
  const original = executor.provideConnection.bind(executor);
  executor.provideConnection = () => Promise.reject(error);
  try {
    return await ask();
  } finally {
    executor.provideConnection = original;
  }
};

const askWithTicket = (server: TestServer) => {
  const client = server.client();
  client.cookies.set('ticket', 'x'.repeat(43)).set('__Host-ticket', 'x'.repeat(43));
  return client.post(paths.createCompany, {});
};

/**
 * One of every kind of answer that there is, whoever gives it: the application, its framework, or
 * what stands before them. The server listens, and has a site with a script and the live view.
 */
export const kindsOfAnswers: Kind[] = [
  { name: 'a health check', status: 200, ask: (server) => raw(server, `GET ${paths.alive}`) },
  { name: 'an answer of the API', status: 200, ask: (server) => raw(server, `GET ${paths.xsrf}`) },
  { name: 'a redirect', status: 302, ask: (server) => raw(server, 'GET /app') },
  {
    name: 'a preflight of a listed origin',
    status: 204,
    ask: (server) =>
      raw(
        server,
        `OPTIONS ${paths.login}`,
        `Origin: ${PARTNER}`,
        'Access-Control-Request-Method: POST',
      ),
  },
  {
    name: 'a preflight of a foreign origin',
    status: 405,
    ask: (server) =>
      raw(
        server,
        `OPTIONS ${paths.login}`,
        'Origin: https://a.example',
        'Access-Control-Request-Method: POST',
      ),
  },
  {
    name: 'the page of who is signed in',
    status: 200,
    ask: async (server) => (await makeAccount(server)).maker.get('/app/'),
  },
  {
    name: 'a body that is no JSON',
    status: 400,
    ask: (server) =>
      server.client().post(paths.login, undefined, {
        payload: '{"a"',
        headers: { 'content-type': 'application/json' },
      }),
  },
  { name: 'a malformed address', status: 400, ask: (server) => raw(server, 'GET /logos/%zz') },
  {
    name: 'what is no HTTP',
    status: 400,
    ask: (server) => askRaw(portOf(server), ['HELO there', '']),
  },
  {
    name: 'a request without a Host',
    status: 400,
    ask: (server) => askRaw(portOf(server), ['GET / HTTP/1.1', 'Connection: close', '']),
  },
  { name: 'two Hosts', status: 400, ask: (server) => raw(server, 'GET /', 'Host: b') },
  {
    name: 'two lengths',
    status: 400,
    ask: (server) =>
      raw(server, `POST ${paths.login}`, 'Content-Length: 1', 'Content-Length: 2', '', '{}'),
  },
  { name: 'a refusal', status: 401, ask: (server) => raw(server, `GET ${paths.currentUser}`) },
  {
    name: 'a wrong password',
    status: 401,
    ask: (server) => logIn(server.client(), server.email(), 'not the password'),
  },
  {
    name: 'a call from nowhere',
    status: 403,
    ask: (server) => raw(server, `POST ${paths.logout}`),
  },
  { name: 'an unknown address', status: 404, ask: (server) => raw(server, 'GET /v1/nothing') },
  {
    name: 'an unknown page',
    status: 404,
    ask: (server) => raw(server, 'GET /nothing', 'Accept: text/html'),
  },
  { name: 'an unknown file', status: 404, ask: (server) => raw(server, 'GET /assets/no.js') },
  { name: 'an unknown logo', status: 404, ask: (server) => raw(server, 'GET /logos/no.png') },
  { name: 'a hidden file', status: 404, ask: (server) => raw(server, 'GET /.env') },
  {
    name: 'a wrong method',
    status: 405,
    ask: (server) => raw(server, `DELETE ${paths.createCompany}`),
  },
  { name: 'a HEAD', status: 405, ask: (server) => raw(server, `HEAD ${paths.currentUser}`) },
  { name: 'a CONNECT', status: 405, ask: (server) => raw(server, 'CONNECT b:1') },
  { name: 'a TRACE', status: 404, ask: (server) => raw(server, 'TRACE /') },
  {
    name: 'a slow request',
    status: 408,
    async ask(server) {
      const connected = once(server.app.server, 'connection');
      const answer = askRaw(portOf(server), ['GET / HTTP/1.1', 'Host: a']);
      const [socket] = (await connected) as [Socket];
      // As Node does it when the time is over.
      const error = Object.assign(new Error('slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      server.app.server.emit('clientError', error, socket);
      return answer;
    },
  },
  {
    name: 'an address that is taken',
    status: 409,
    ask: async (server) => server.client().post(sendPath((await makeAccount(server)).email)),
  },
  {
    name: 'a body that is too large',
    status: 413,
    ask: (server) => server.client().post(paths.login, { email: 'x'.repeat(70_000) }),
  },
  {
    name: 'an endless address',
    status: 414,
    ask: (server) => raw(server, `GET ${fillPath(paths.verifySignUpCode, 'a'.repeat(1025), '1')}`),
  },
  {
    name: 'a body of another type',
    status: 415,
    ask: (server) =>
      server.client().post(paths.login, undefined, {
        payload: 'a=b',
        headers: { 'content-type': 'text/plain' },
      }),
  },
  {
    name: 'an expectation',
    status: 417,
    ask: (server) => raw(server, `POST ${paths.login}`, 'Expect: a-miracle'),
  },
  {
    name: 'one request too many',
    status: 429,
    async ask(server) {
      const client = server.client();
      const path = sendPath(server.email());
      await client.post(path);
      return client.post(path);
    },
  },
  {
    name: 'too many headers',
    status: 431,
    ask: (server) => raw(server, 'GET /', `X: ${'x'.repeat(17_000)}`),
  },
  {
    name: 'a fault of ours',
    status: 500,
    ask: (server) => withBrokenDatabase(server, new Error('broken'), () => askWithTicket(server)),
  },
  {
    name: 'a database that is away',
    status: 503,
    ask: (server) =>
      withBrokenDatabase(
        server,
        Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
        () => askWithTicket(server),
      ),
  },
  {
    name: 'a logo',
    status: 200,
    keeping: 'public, max-age=31536000, immutable',
    async ask(server) {
      const client = server.client();
      const companyid = await makeCompany(server, client, server.email());
      const { body } = await uploadLogo(client, companyid, (await pngLogo()).buffer);
      return client.get(body.message);
    },
  },
  {
    name: 'the site',
    status: 200,
    keeping: 'private, no-cache',
    ask: (server) => raw(server, 'GET /', 'Accept: text/html'),
  },
  {
    name: 'the HEAD of the site',
    status: 200,
    keeping: 'no-cache',
    ask: (server) => raw(server, 'HEAD /'),
  },
  {
    name: 'the site again',
    status: 304,
    keeping: 'private, no-cache',
    async ask(server) {
      const { headers } = await raw(server, 'GET /');
      return raw(server, 'GET /', `If-None-Match: ${headers['etag']}`);
    },
  },
  {
    name: 'a part of a file',
    status: 206,
    keeping: 'private, no-cache',
    ask: (server) => raw(server, 'GET /', 'Range: bytes=0-3'),
  },
  {
    name: 'a part that a file has not',
    status: 416,
    ask: (server) => raw(server, 'GET /', 'Range: bytes=9999-'),
  },
  {
    name: 'a script',
    status: 200,
    keeping: 'public, max-age=31536000, immutable',
    ask: (server) => raw(server, 'GET /assets/a.js', 'Accept-Encoding: br'),
  },
  {
    name: 'the live view of the charts',
    status: 200,
    keeping: 'private, no-cache',
    ask: (server) => server.client().get('/charts', HTML),
  },
];
