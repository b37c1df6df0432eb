import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import type { AppConfig } from '../config.ts';

// A database's message can quote values, so of its errors the code and the place must do. Of every
// stack only the frames are kept: the first lines are the message again.
const describeError = (error: Error) => ({
  type: error.name,
  code: 'code' in error ? error.code : undefined,
  // What a database or a mail server answers may name a person.
  message: 'severity' in error || 'response' in error ? '' : error.message,
  stack: (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n'),
});

/** How the server logs: JSON lines at the level of the settings; not at all without one. */
export const loggerOptions = ({
  log,
}: Pick<AppConfig, 'log'>): NonNullable<FastifyServerOptions['logger']> =>
  log === undefined
    ? false
    : {
        level: log.level,
        base: null,
        serializers: { err: describeError },
        ...(log.stream && { stream: log.stream }),
      };

/** The pattern of the route that a request took: addresses hold email addresses and codes. */
export const routeOf = (request: FastifyRequest): string =>
  request.is404 ? 'none' : (request.routeOptions.url ?? 'none');

/** The status that stands for a client that has hung up before its answer, as nginx writes it. */
const CLIENT_CLOSED = 499;

/**
 * Tells of the end of every request that reaches the application, once: with the status of its answer,
 * or with 499 where nobody waited for it.
 */
export const onRequestEnd = (
  app: FastifyInstance,
  tell: (request: FastifyRequest, reply: FastifyReply, status: number) => void,
): void => {
  const told = new WeakSet<FastifyRequest>();
  const tellOnce: typeof tell = (request, reply, status) => {
    if (told.has(request)) return;
    told.add(request);
    tell(request, reply, status);
  };
  app.addHook('onRequest', async (request, reply) => {
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) tellOnce(request, reply, CLIENT_CLOSED);
    });
  });
  app.addHook('onResponse', async (request, reply) => tellOnce(request, reply, reply.statusCode));
};

/**
 * Logs one line for a request, with the route's pattern in place of the address.
 */
export const logRequest = (request: FastifyRequest, reply: FastifyReply, status: number): void => {
  request.log.info(
    {
      method: request.method,
      route: routeOf(request),
      status,
      ms: Math.round(reply.elapsedTime),
    },
    'request',
  );
};

/** Logs every request that reaches the application. */
export const addRequestLog = (app: FastifyInstance): void => onRequestEnd(app, logRequest);
