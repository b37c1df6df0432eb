import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import type { AppConfig } from '../config/app-config.ts';

// Errors of the database (`severity`) and of mail servers (`response`) may contain personal data. The command that
// a mail server has answered, and the number of its reply, contain none: `AUTH PLAIN 535`.
const messageOf = (error: Error): string => {
  if ('severity' in error) return '';
  if (!('response' in error)) return error.message;
  const { command, responseCode } = error as { command?: unknown; responseCode?: unknown };
  return ['mail server:', command, responseCode].filter(Boolean).join(' ');
};

// Messages of the database can contain values, so only their code and stack frames are logged. The
// first lines of a stack repeat the message and are cut.
const describeError = (error: Error) => ({
  type: error.name,
  code: 'code' in error ? error.code : undefined,
  message: messageOf(error),
  stack: (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n'),
});

/** Logger options of Fastify: JSON lines at the configured level; no log without one. */
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

/** How long a log line waits for others. */
const BATCH_MS = 10;

/** Collects log lines for ten milliseconds, after which one write takes them all; so does `flush`. */
export const createLineBatch = (write: (lines: string) => void) => {
  let lines = '';
  const flush = () => {
    if (lines !== '') write(lines);
    lines = '';
  };
  return {
    write(line: string): void {
      if (lines === '') setTimeout(flush, BATCH_MS);
      lines += line;
    },
    flush,
  };
};

/** The route pattern of a request. URLs contain email addresses and codes. */
export const routeOf = (request: FastifyRequest): string =>
  request.is404 ? 'none' : (request.routeOptions.url ?? 'none');

declare module 'fastify' {
  interface FastifyRequest {
    /** The status of the response that the client has got; see `onRequestEnd`. */
    endStatus: number;
  }
}

/** Nginx's status for a client that closed the connection before the response. */
const CLIENT_CLOSED_REQUEST = 499;

/**
 * Calls `onEnd` once for every request that reaches Fastify, with the status of the response, or with 499
 * if the client disconnected before it.
 */
export const onRequestEnd = (
  app: FastifyInstance,
  onEnd: (request: FastifyRequest, reply: FastifyReply, status: number) => void,
): void => {
  app.decorateRequest('endStatus', CLIENT_CLOSED_REQUEST);
  app.addHook('onRequest', (request, reply, done) => {
    // Follows `onResponse`, if there is a response.
    reply.raw.on('close', () => onEnd(request, reply, request.endStatus));
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    // Node also counts a response that the loss of its connection ends as finished.
    const { destroyed, errored } = request.raw.socket;
    if (!destroyed && !errored) request.endStatus = reply.statusCode;
    done();
  });
};

/** Logs one line for a request, with the route pattern instead of the URL. */
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
