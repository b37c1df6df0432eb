import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { paths } from '#contract/calls/paths.ts';
import { cookieNames, XSRF_HEADER } from '#contract/cookies.ts';
import { filePart, multipartForm } from '../server/http/multipart-form.ts';
import type { TestClient } from '../server/http/test-client.ts';
import { ORIGIN } from '../server/test-server.ts';

const CRLF = '\r\n';
const FILE_BYTES = 200_000;

/** An upload that stopped before its end. */
export interface StalledUpload {
  socket: Socket;
  /** The first bytes of the response. */
  firstBytes: Promise<string>;
  /** The complete response, once the server closes the connection. */
  response: Promise<string>;
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
  /** The server's own origin. */
  origin?: string;
  /** Size of the file. */
  fileBytes?: number;
  /** How much of the body is sent. */
  sentBytes?: number;
}

/** Sends the headers and part of the body of a logo upload, by default half, then stops. */
export const startStalledUpload = async (
  port: number,
  client: TestClient,
  { origin = ORIGIN, fileBytes = FILE_BYTES, sentBytes = fileBytes / 2 }: Options = {},
): Promise<StalledUpload> => {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (bytes) => {
    text += bytes;
  });
  socket.on('error', () => {});
  await once(socket, 'connect');
  const { payload, headers } = multipartForm([filePart(Buffer.alloc(fileBytes))]);
  const head = { path: paths.uploadLogo, type: headers['content-type'], bytes: payload.length };
  socket.write(headOf(client, origin, head));
  socket.write(payload.subarray(0, sentBytes));
  return {
    socket,
    firstBytes: once(socket, 'data').then(() => text),
    response: once(socket, 'close').then(() => text),
  };
};
