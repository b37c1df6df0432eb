import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** How an SMTP server fails those who come to it. */
export type SmtpFault =
  /** Takes connections and never says a word. */
  | 'silent'
  /** Greets, then answers a line at a time, for ever. */
  | 'endless'
  /** Refuses every recipient for now (RFC 5321, 451). */
  | 'temporary'
  /** Hangs up in the middle of the message. */
  | 'hangs-up'
  /** Takes the whole message, and hangs up instead of saying so. */
  | 'takes-and-hangs-up';

export interface FaultySmtp {
  url: string;
  port: number;
  /** How many connections it has had. */
  connections(): number;
  /** What whole messages it was given, as they were sent. */
  messages: string[];
  close(): Promise<void>;
}

const LINE = '\r\n';
const END_OF_DATA = `${LINE}.${LINE}`;

const answerCommand = (fault: SmtpFault, command: string): string => {
  if (/^(?:EHLO|HELO)/i.test(command)) return fault === 'endless' ? '250-more' : '250 faulty';
  if (/^RCPT/i.test(command) && fault === 'temporary') return '451 4.7.1 Please try again later';
  if (/^DATA/i.test(command)) return '354 Go on';
  return /^QUIT/i.test(command) ? '221 Bye' : '250 Ok';
};

const converse = (socket: Socket, fault: SmtpFault, messages: string[]) => {
  let message: string | undefined;
  let drip: NodeJS.Timeout | undefined;
  socket.on('error', () => {}).on('close', () => clearInterval(drip));
  if (fault === 'silent') return;
  socket.write(`220 faulty${LINE}`);
  socket.on('data', (bytes) => {
    if (message === undefined) {
      const command = bytes.toString();
      socket.write(answerCommand(fault, command) + LINE);
      if (/^DATA/i.test(command)) message = '';
      // Now and then a line, so that no wait is ever too long.
      if (fault === 'endless') drip = setInterval(() => socket.write(`250-more${LINE}`), 50);
      return;
    }
    message += bytes;
    if (fault === 'hangs-up') socket.destroy();
    else if (message.endsWith(END_OF_DATA)) {
      messages.push(message);
      socket.destroy();
    }
  });
};

/** A real SMTP server on this machine that fails in one way. */
export const openFaultySmtp = async (fault: SmtpFault, port = 0): Promise<FaultySmtp> => {
  const messages: string[] = [];
  const open = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    converse(socket, fault, messages);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    connections: () => connections,
    messages,
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};
