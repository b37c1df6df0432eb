import type { IncomingMessage, RequestListener } from 'node:http';
import type { Connection, Connections } from './connections.ts';

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
export const whenAnswered = (connection: Connection, run: () => void): void => {
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
