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
  | 'takes-and-hangs-up'
  /** Takes nobody in (554 as its greeting). */
  | 'no-service'
  /** Wants a login (530), or knows none that is tried (535). */
  | 'needs-login'
  | 'wrong-login'
  /** Refuses for good: the sender, every recipient, every text. */
  | 'no-such-sender'
  | 'no-such-mailbox'
  | 'unwanted-text';

export interface FaultySmtp {
  url: string;
  port: number;
  /** How many connections it has had. */
  connections(): number;
  /** Every command that it was given. */
  commands: string[];
  /** What whole messages it was given, as they were sent. */
  messages: string[];
  close(): Promise<void>;
}

const LINE = '\r\n';
const END_OF_DATA = `${LINE}.${LINE}`;

/** What a fault answers to a command; the rest goes well. Like a real server, it repeats addresses. */
const faultyAnswers: Partial<Record<SmtpFault, [command: RegExp, answer: string]>> = {
  endless: [/^(?:EHLO|HELO)/i, '250-more'],
  temporary: [/^RCPT/i, '451 4.7.1 Please try again later'],
  'needs-login': [/^MAIL/i, '530 5.7.0 Authentication required'],
  'wrong-login': [/^AUTH/i, '535 5.7.8 Wrong login'],
  'no-such-sender': [/^MAIL/i, '553 5.7.1 Not your address'],
  'no-such-mailbox': [/^RCPT/i, '550 5.1.1 <$&> Nobody of that name'],
};

const answerCommand = (fault: SmtpFault, command: string): string => {
  const [faulty, answer = ''] = faultyAnswers[fault] ?? [];
  if (faulty?.test(command)) return answer.replace('$&', /<(.*)>/.exec(command)?.[1] ?? '');
  if (/^EHLO/i.test(command))
    return fault === 'wrong-login' ? `250-faulty${LINE}250 AUTH PLAIN` : '250 faulty';
  if (/^DATA/i.test(command)) return '354 Go on';
  return /^QUIT/i.test(command) ? '221 Bye' : '250 Ok';
};

const converse = (
  socket: Socket,
  fault: SmtpFault,
  { messages, commands }: Pick<FaultySmtp, 'messages' | 'commands'>,
) => {
  let message: string | undefined;
  let drip: NodeJS.Timeout | undefined;
  socket.on('error', () => {}).on('close', () => clearInterval(drip));
  if (fault === 'silent') return;
  socket.write(`${fault === 'no-service' ? '554 5.3.2 No service' : '220 faulty'}${LINE}`);
  socket.on('data', (bytes) => {
    if (message === undefined) {
      const command = bytes.toString();
      commands.push(command);
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
      if (fault === 'unwanted-text')
        socket.write(`554-5.7.1 No, thanks${LINE}554 5.7.1 None${LINE}`);
      else socket.destroy();
      message = undefined;
    }
  });
};

/** A real SMTP server on this machine that fails in one way. */
export const openFaultySmtp = async (fault: SmtpFault, port = 0): Promise<FaultySmtp> => {
  const messages: string[] = [];
  const commands: string[] = [];
  const open = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    converse(socket, fault, { messages, commands });
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
