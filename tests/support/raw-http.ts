import { connect } from 'node:net';
import type { TestServer } from './test-server.ts';

/** Has a server listen, once, on a free port; answers the port. */
export const listenOn = async ({ app }: TestServer): Promise<number> => {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  return typeof address === 'object' && address ? address.port : 0;
};

/** Sends bytes to a port and answers all that comes back until the other side hangs up. */
export const talk = (port: number, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    // Latin-1, so that every character is the byte that a test means.
    const socket = connect(port, '127.0.0.1', () => socket.write(text, 'latin1'));
    let answer = '';
    socket.on('data', (bytes) => {
      answer += bytes;
    });
    socket.on('end', () => resolve(answer)).on('error', reject);
  });

/** The statuses of all the answers in what came back over a connection; one follows the body of another. */
export const statusesIn = (answers: string): number[] =>
  [...answers.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
