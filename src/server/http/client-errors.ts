import type { Socket } from 'node:net';
import type { ErrorCode } from '#contract/errors.ts';
import { Refusal } from '../refusal.ts';
import { errorBody } from './error-answers.ts';
import { bareHeaders } from './security-headers.ts';

const REQUEST_TIMEOUT = 'ERR_HTTP_REQUEST_TIMEOUT';

const answer = (status: string, code: ErrorCode, message: string): string => {
  const body = JSON.stringify(errorBody(new Refusal(code, message)));
  const headers = { ...bareHeaders, 'content-length': body.length, connection: 'close' };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return `HTTP/1.1 ${status}\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
};

const toAnswer = (code: string | undefined): string => {
  if (code === 'HPE_HEADER_OVERFLOW')
    return answer('431 Request Header Fields Too Large', 'headers_too_large', 'Too many headers.');
  if (code === REQUEST_TIMEOUT)
    return answer('408 Request Timeout', 'request_invalid', 'The request took too long.');
  return answer('400 Bad Request', 'request_invalid', 'This is not HTTP.');
};

/** Answers what Node's HTTP parser refuses, before the application sees it. */
export const answerClientError = (error: NodeJS.ErrnoException, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  socket.end(toAnswer(error.code));
};
