import { connect } from 'node:net';
import type { TestServer } from '../test-server.ts';

/** Makes a server listen on a free port, if it doesn't yet; returns the port. */
export const listenOnFreePort = async ({ app }: TestServer): Promise<number> => {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  return typeof address === 'object' && address ? address.port : 0;
};

/** Sends text to a port and returns everything until the server closes the connection. */
export const sendRawText = (port: number, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    // Latin-1 sends each character as one byte.
    const socket = connect(port, '127.0.0.1', () => socket.write(text, 'latin1'));
    let response = '';
    socket.on('data', (bytes) => {
      response += bytes;
    });
    socket.on('end', () => resolve(response)).on('error', reject);
  });

/** The statuses of all responses on a connection, in order. */
export const statusesIn = (responses: string): number[] =>
  [...responses.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
