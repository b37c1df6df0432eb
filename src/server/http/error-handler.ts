import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody } from '#contract/errors.ts';
import { isDatabaseUnavailable } from '../database/failures.ts';
import { HttpError } from './http-error.ts';
import { notFoundPage } from './pages/page.ts';

const RETRY_AFTER_S = 5;

/** The JSON body of an error response. */
export const errorBody = ({ code, message, field }: HttpError): ErrorBody => ({
  error: { code, message, ...(field !== undefined && { field }) },
});

const statusOf = (error: unknown): number =>
  error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;

// A client that leaves in the middle of its body aborts whatever reads it, in the end with the codes of a lost
// connection to the database.
const hasLeft = ({ raw }: FastifyRequest): boolean => raw.readableAborted && !raw.complete;

/** Maps any error to one of the contract. Fastify's own messages are dropped: they repeat the input. */
const toHttpError = (error: unknown, request: FastifyRequest): HttpError => {
  if (error instanceof HttpError) return error;
  if (hasLeft(request)) return new HttpError('request_invalid', 'The request is incomplete.');
  if (isDatabaseUnavailable(error))
    return new HttpError(
      'unavailable',
      'This is not working right now. Please try again shortly.',
      { retryAfterS: RETRY_AFTER_S },
    );
  const status = statusOf(error);
  if (status === 413) return new HttpError('too_large', 'This is too large.');
  if (status === 414) return new HttpError('path_too_long', 'This address is too long.');
  if (status === 406 || status === 415)
    return new HttpError('media_type_unsupported', 'This content type is not accepted here.');
  if (status >= 400 && status < 500) return new HttpError('request_invalid', 'Not valid.');
  return new HttpError('internal', 'Something went wrong. Please try again.');
};

/**
 * Sets the status and `Retry-After` of an error response, and logs the error if the server is at fault.
 *
 * @returns what the body says
 */
export const startErrorResponse = (
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): HttpError => {
  const httpError = toHttpError(error, request);
  if (httpError.status === 500 || (httpError.code === 'unavailable' && error !== httpError))
    request.log.error({ err: error }, 'request failed');
  if (httpError.retryAfterS !== undefined) reply.header('retry-after', httpError.retryAfterS);
  reply.code(httpError.status);
  return httpError;
};

/** Sends an error response as JSON. */
export const sendError = (
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply => reply.send(errorBody(startErrorResponse(error, request, reply)));

/** Handles every error of a handler, hook, parser or schema. */
export const addErrorHandler = (app: FastifyInstance): void => {
  app.setErrorHandler(sendError);
};

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
 * response never repeats the path, which may contain a code; the page repeats the source of a campaign.
 */
export const addNotFoundHandler = (app: FastifyInstance): void => {
  const table = recordRoutes(app);
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const [path = '', search = ''] = request.url.split(/\?(.*)/s);
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
    return reply.type('text/html; charset=utf-8').send(notFoundPage(search));
  });
};
