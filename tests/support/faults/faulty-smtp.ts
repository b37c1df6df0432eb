import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** How an SMTP server fails. */
export type SmtpFault =
  /** Accepts connections and never responds. */
  | 'silent'
  /** Sends the greeting, then continuation lines for ever. */
  | 'endless'
  /** Rejects every recipient temporarily (RFC 5321, 451). */
  | 'temporary'
  /** Disconnects in the middle of the message. */
  | 'hangs-up'
  /** Receives the whole message, then disconnects without a reply. */
  | 'takes-and-hangs-up'
  /** Greets with 554 (no service). */
  | 'no-service'
  /** Requires authentication (530), or rejects every login (535). */
  | 'needs-login'
  | 'wrong-login'
  /** Rejects permanently: the sender, every recipient, every message. */
  | 'no-such-sender'
  | 'no-such-mailbox'
  | 'unwanted-text';

export interface FaultySmtp {
  url: string;
  port: number;
  /** The number of connections so far. */
  connections(): number;
  /** Every command that was received. */
  commands: string[];
  /** Every complete message that was received. */
  messages: string[];
  close(): Promise<void>;
}

const LINE = '\r\n';
const END_OF_DATA = `${LINE}.${LINE}`;

/**
 * The reply of a fault to a command; other commands succeed. Replies repeat addresses, as real
 * servers do.
 */
const faultyReplies: Partial<Record<SmtpFault, [command: RegExp, reply: string]>> = {
  endless: [/^(?:EHLO|HELO)/i, '250-more'],
  temporary: [/^RCPT/i, '451 4.7.1 Please try again later'],
  'needs-login': [/^MAIL/i, '530 5.7.0 Authentication required'],
  'wrong-login': [/^AUTH/i, '535 5.7.8 Wrong login'],
  'no-such-sender': [/^MAIL/i, '553 5.7.1 Not your address'],
  'no-such-mailbox': [/^RCPT/i, '550 5.1.1 <$&> Nobody of that name'],
};

const replyTo = (fault: SmtpFault, command: string): string => {
  const [faulty, reply = ''] = faultyReplies[fault] ?? [];
  if (faulty?.test(command)) return reply.replace('$&', /<(.*)>/.exec(command)?.[1] ?? '');
  if (/^EHLO/i.test(command))
    return fault === 'wrong-login' ? `250-faulty${LINE}250 AUTH PLAIN` : '250 faulty';
  if (/^DATA/i.test(command)) return '354 Go on';
  return /^QUIT/i.test(command) ? '221 Bye' : '250 Ok';
};

const handleConnection = (
  socket: Socket,
  fault: SmtpFault,
  { messages, commands }: Pick<FaultySmtp, 'messages' | 'commands'>,
) => {
  let message: string | undefined;
  let dripTimer: NodeJS.Timeout | undefined;
  socket.on('error', () => {}).on('close', () => clearInterval(dripTimer));
  if (fault === 'silent') return;
  socket.write(`${fault === 'no-service' ? '554 5.3.2 No service' : '220 faulty'}${LINE}`);
  socket.on('data', (bytes) => {
    if (message === undefined) {
      const command = bytes.toString();
      commands.push(command);
      socket.write(replyTo(fault, command) + LINE);
      if (/^DATA/i.test(command)) message = '';
      // A line at short intervals, so that no inactivity timeout fires.
      if (fault === 'endless') dripTimer = setInterval(() => socket.write(`250-more${LINE}`), 50);
      return;
    }
    message += bytes;
    if (fault === 'hangs-up') socket.destroy();
    else if (message.endsWith(END_OF_DATA)) {
      messages.push(message);
      if (fault === 'unwanted-text')
        socket.write(`554-5.7.1 No, thanks${LINE}554 5.7.1 None${LINE}`);
      else socket.destroy();
      message = undefined;
    }
  });
};

/** Starts a real SMTP server on this machine that fails in one way. */
export const openFaultySmtp = async (fault: SmtpFault, port = 0): Promise<FaultySmtp> => {
  const messages: string[] = [];
  const commands: string[] = [];
  const open = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    handleConnection(socket, fault, { messages, commands });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    connections: () => connections,
    commands,
    messages,
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};
