import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorCode } from '#contract/errors.ts';
import { Refusal } from '../refusal.ts';
import { errorBody } from './error-answers.ts';

const REQUEST_TIMEOUT = 'ERR_HTTP_REQUEST_TIMEOUT';
const LINGER_MS = 2000;

interface Answer {
  status: string;
  code: ErrorCode;
  message: string;
}

const toAnswer = (code: string | undefined): Answer => {
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

const write = ({ status, code, message }: Answer, common: Record<string, string>): string => {
  const body = JSON.stringify(errorBody(new Refusal(code, message)));
  const headers = { ...common, 'content-length': body.length, connection: 'close' };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return `HTTP/1.1 ${status}\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
};

const answered = new WeakSet<Socket>();
const newest = new WeakMap<Socket, { request: IncomingMessage; response: ServerResponse }>();

/** Keeps which request a connection is at, for `clientErrorAnswers`. */
export const noteRequests = (server: Server): void => {
  server.on('request', (request, response) => newest.set(request.socket, { request, response }));
};

// What is wrong is then the rest of that request. A second answer would be taken for the next one's.
const hasAnswer = (socket: Socket): boolean => {
  const { request, response } = newest.get(socket) ?? {};
  return request?.complete === false && response?.headersSent === true;
};

/**
 * Answers what Node's HTTP parser refuses, before the application sees it. The connection ends with
 * the answer, on our side too: a client that goes on sending would otherwise keep it for ever. Not at
 * once, because to a client that is still sending a reset would come before the answer.
 */
export const clientErrorAnswers =
  (headers: Record<string, string>) =>
  (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (answered.has(socket)) return;
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    answered.add(socket);
    if (hasAnswer(socket)) socket.end();
    else socket.end(write(toAnswer(error.code), headers));
    const cut = setTimeout(() => socket.destroy(), LINGER_MS);
    socket.once('close', () => clearTimeout(cut));
  };

/** Ends a request that takes too long, as Node does when its time is up: with a 408. */
export const timeOut = (server: Server, socket: Socket): void => {
  const error = Object.assign(new Error('The request has stalled.'), { code: REQUEST_TIMEOUT });
  server.emit('clientError', error, socket);
};

/** Answers a CONNECT, which Node would hang up on: this is no proxy. */
export const addConnectAnswer = (server: Server, headers: Record<string, string>): void => {
  server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    socket.on('error', () => {});
    socket.end(
      write(
        {
          status: '405 Method Not Allowed',
          code: 'method_not_allowed',
          message: 'This is not a proxy.',
        },
        headers,
      ),
    );
  });
};

/** Answers a request that expects what nobody here does; Node's own answer has no headers. */
export const addExpectationAnswer = (server: Server, headers: Record<string, string>): void => {
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(417, { ...headers, connection: 'close' });
    response.end(
      JSON.stringify(errorBody(new Refusal('request_invalid', 'This is not supported.'))),
    );
  });
};
