import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorCode } from '#contract/errors.ts';
import type { Connection, Connections } from './connections.ts';
import { errorBody } from './error-handler.ts';
import { HttpError } from './http-error.ts';

// Browsers and proxies send no request before the response to the one before. The parsed objects of 64
// requests take 130 KB as measured.
const WAITING_MAX = 64;
const WAITING_BYTES_MAX = 64 * 1024;

const headBytes = ({ url = '', rawHeaders }: IncomingMessage): number =>
  rawHeaders.reduce((sum, text) => sum + text.length, url.length);

const wait = ({ socket, waiting }: Connection, bytes: number, run: () => void): void => {
  const total = waiting.reduce((sum, other) => sum + other.bytes, bytes);
  if (waiting.length === WAITING_MAX || total > WAITING_BYTES_MAX) socket.destroy();
  else waiting.push({ run, bytes });
};

/** Calls a function when all requests of a connection have their responses; not if it ends before. */
const whenAnswered = (connection: Connection, run: () => void): void => {
  if (connection.isBusy) wait(connection, 0, run);
  else run();
};

let answered = 0;

const runNext = (connection: Connection): void => {
  connection.isBusy = false;
  if (connection.exchange?.request.complete) connection.exchange = undefined;
  answered += 1;
  connection.idleSince = answered;
  const next = connection.waiting.shift();
  // Not after a response with `Connection: close`.
  if (next && connection.socket.writable) next.run();
  else connection.waiting = [];
};

/**
 * Makes a listener run the requests of a connection one after the other. Node parses pipelined requests of
 * one packet at once and would run all of them: a client that reads nothing could make the server hold a
 * response for each. A connection on which too much waits is closed.
 */
export const inTurn =
  ({ get }: Connections, listener: RequestListener): RequestListener =>
  (request, response) => {
    const connection = get(request.socket);
    // Closed, because it was one too many or its client had left.
    if (!connection) return;
    const run = () => {
      connection.isBusy = true;
      connection.exchange = { request, response };
      // After `finish`, which follows when the system has taken the last byte, or when the connection ends.
      response.on('close', () => runNext(connection));
      listener(request, response);
    };
    if (connection.isBusy) wait(connection, headBytes(request), run);
    else run();
  };

const REQUEST_TIMEOUT = 'ERR_HTTP_REQUEST_TIMEOUT';
const LINGER_MS = 2000;

interface RawResponse {
  status: string;
  code: ErrorCode;
  message: string;
}

const toRawResponse = (code: string | undefined): RawResponse => {
  if (code === 'HPE_HEADER_OVERFLOW')
    return {
      status: '431 Request Header Fields Too Large',
      code: 'headers_too_large',
      message: 'Too many headers.',
    };
  if (code === REQUEST_TIMEOUT)
    return {
      status: '408 Request Timeout',
      code: 'request_invalid',
      message: 'The request took too long.',
    };
  return { status: '400 Bad Request', code: 'request_invalid', message: 'This is not HTTP.' };
};

const serialize = (
  { status, code, message }: RawResponse,
  common: Record<string, string>,
): string => {
  const body = JSON.stringify(errorBody(new HttpError(code, message)));
  const headers = { ...common, 'content-length': body.length, connection: 'close' };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return `HTTP/1.1 ${status}\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
};

const handledSockets = new WeakSet<Socket>();

/**
 * Responds to requests that Node's HTTP parser rejects before Fastify sees them, then closes the
 * connection. It is destroyed after `LINGER_MS`. Without the delay, a client that is still sending
 * would get a reset instead of the response; without an end, it could keep the connection open.
 */
export const clientErrorHandler =
  (headers: Record<string, string>, { get }: Connections) =>
  (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (handledSockets.has(socket)) return;
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    handledSockets.add(socket);
    const end = (text: string) => {
      socket.end(text);
      const timer = setTimeout(() => socket.destroy(), LINGER_MS);
      socket.once('close', () => clearTimeout(timer));
    };
    const respond = () => end(serialize(toRawResponse(error.code), headers));
    const connection = get(socket);
    const { request, response } = connection?.exchange ?? {};
    const isInBody = request?.complete === false;
    // A client that already has the response would take another one for that to its next request.
    if (isInBody && response?.headersSent) end('');
    else if (isInBody || !connection) respond();
    else whenAnswered(connection, respond);
  };

/** Ends a stalled request with 408, as Node does after its request timeout. */
export const timeOutRequest = (server: Server, socket: Socket): void => {
  const error = Object.assign(new Error('The request has stalled.'), { code: REQUEST_TIMEOUT });
  server.emit('clientError', error, socket);
};

/**
 * Rejects CONNECT with 405. Node would close the connection without a response, as happens here behind a
 * request that is not answered.
 */
export const rejectConnect =
  (headers: Record<string, string>, { get }: Connections) =>
  (_request: IncomingMessage, socket: Socket): void => {
    socket.on('error', () => {});
    if (get(socket)?.isBusy) {
      socket.destroy();
      return;
    }
    socket.end(
      serialize(
        {
          status: '405 Method Not Allowed',
          code: 'method_not_allowed',
          message: 'This is not a proxy.',
        },
        headers,
      ),
    );
  };
