import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { cookieNames, XSRF_HEADER } from '#contract/cookies.ts';
import { paths } from '#contract/paths.ts';
import { filePart, form } from './multipart-form.ts';
import type { TestClient } from './test-client.ts';
import { ORIGIN } from './test-server.ts';

const CRLF = '\r\n';
const FILE_BYTES = 200_000;

/** An upload that has stopped on its way. */
export interface HalfUpload {
  socket: Socket;
  /** The beginning of what comes back. */
  begun: Promise<string>;
  /** All that came back, when the other side has hung up. */
  answer: Promise<string>;
}

const headOf = (
  client: TestClient,
  origin: string,
  { path, type, bytes }: { path: string; type: string; bytes: number },
) =>
  [
    `POST ${path} HTTP/1.1`,
    `Host: ${new URL(origin).host}`,
    `Origin: ${origin}`,
    `Cookie: ${[...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')}`,
    `${XSRF_HEADER}: ${client.cookies.get(cookieNames.xsrf)}`,
    `Content-Type: ${type}`,
    `Content-Length: ${bytes}`,
    CRLF,
  ].join(CRLF);

interface Options {
  /** The server's own. */
  origin?: string;
  /** Of the file. */
  fileBytes?: number;
  /** Of the body, as much of it as is sent. */
  sentBytes?: number;
  /** Sent over the same connection before the upload, without waiting for the answer. */
  login?: { email: string; password: string };
}

/** Sends the headers of a logo upload and by default half of its body, and then nothing more. */
export const sendHalfUpload = async (
  port: number,
  client: TestClient,
  { origin = ORIGIN, fileBytes = FILE_BYTES, sentBytes = fileBytes / 2, login }: Options = {},
): Promise<HalfUpload> => {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (bytes) => {
    text += bytes;
  });
  socket.on('error', () => {});
  await once(socket, 'connect');
  if (login) {
    const body = JSON.stringify(login);
    const head = { path: paths.login, type: 'application/json', bytes: body.length };
    socket.write(headOf(client, origin, head) + body);
  }
  const { payload, headers } = form([filePart(Buffer.alloc(fileBytes))]);
  const head = { path: paths.uploadLogo, type: headers['content-type'], bytes: payload.length };
  socket.write(headOf(client, origin, head));
  socket.write(payload.subarray(0, sentBytes));
  return {
    socket,
    begun: once(socket, 'data').then(() => text),
    answer: once(socket, 'close').then(() => text),
  };
};
