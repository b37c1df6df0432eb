import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorBody } from './error-handler.ts';
import { HttpError } from './http-error.ts';
import { notFoundPage } from './pages/not-found-page.ts';

/** Each route's URL pattern with its methods. */
type RouteTable = Map<string, { matches: RegExp; methods: Set<string> }>;

/** The built site's catch-all and the preflight route of @fastify/cors match every path. */
const CATCH_ALL = new Set(['/*', '*']);

const toRegExp = (url: string): RegExp =>
  new RegExp(
    `^${url
      .replace(/[.]/g, '\\.')
      .replace(/:[a-z]+/gi, '[^/]+')
      .replace('*', '.*')}$`,
  );

const recordRoutes = (app: FastifyInstance): RouteTable => {
  const table: RouteTable = new Map();
  app.addHook('onRoute', ({ url, method }) => {
    if (CATCH_ALL.has(url)) return;
    const entry = table.get(url) ?? { matches: toRegExp(url), methods: new Set() };
    for (const name of [method].flat()) entry.methods.add(name);
    table.set(url, entry);
  });
  return table;
};

/** The address of a file, such as a script or an image: a page is of no use in its place. */
const FILE = /\.\w+(?:\?|$)/;

/** Whether a page answers: to browsers, and to crawlers, many of which accept anything. */
const acceptsPage = ({ method, url, headers: { accept = '*/*' } }: FastifyRequest): boolean => {
  if (method !== 'GET' || /^\/v\d/.test(url)) return false;
  return accept.includes('text/html') || (accept === '*/*' && !FILE.test(url));
};

/**
 * Handles requests that match no route: 405 with `Allow` where the path has other methods, else 404
 * as an HTML page for browsers and crawlers or as JSON. Call it before the routes are registered. The
 * response never repeats the path, which may contain a code.
 */
export const addNotFoundHandler = (app: FastifyInstance): void => {
  const table = recordRoutes(app);
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const [path = ''] = request.url.split('?', 1);
    const methods = [...table.values()]
      .filter(({ matches }) => matches.test(path))
      .flatMap((entry) => [...entry.methods]);
    if (methods.length > 0 && !methods.includes(request.method)) {
      const error = new HttpError('method_not_allowed', 'This method is not allowed here.');
      return reply
        .code(error.status)
        .header('allow', [...new Set(methods)].join(', '))
        .send(errorBody(error));
    }
    const error = new HttpError('not_found', 'There is nothing here.');
    reply.code(error.status);
    if (!acceptsPage(request)) return reply.send(errorBody(error));
    return reply.type('text/html; charset=utf-8').send(notFoundPage());
  });
};
