import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A mail as it came over the wire. `sender` and `recipients` are the envelope's. */
interface ReceivedMail {
  sender: string;
  recipients: string[];
  mail: Email;
}

/** A real SMTP server on this machine, which keeps what it receives. */
export interface SmtpInbox {
  url: string;
  port: number;
  received: ReceivedMail[];
  /** How many connections it has had, and how many of them are open. */
  connections(): { all: number; open: number };
  /** The oldest mail to an address that wasn't taken yet; waits for it. */
  next(to: string): Promise<Email>;
  /** The code in the next mail to an address. */
  nextCode(to: string): Promise<string>;
  close(): Promise<void>;
}

const CLOSE_MS = 200;

/** @param port 0 takes a free one; a given one lets a server go away and come back */
export const openSmtpInbox = async (port = 0): Promise<SmtpInbox> => {
  const received: ReceivedMail[] = [];
  const untaken: ReceivedMail[] = [];
  const waiting = new Set<() => void>();

  let connections = 0;
  const server = new SMTPServer({
    // Senders keep connections open; nobody waits for those when the server goes.
    closeTimeout: CLOSE_MS,
    onConnect(_session, done) {
      connections += 1;
      done();
    },
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ username }, _session, done) {
      done(null, { user: username ?? '' });
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const mail = await PostalMime.parse(Buffer.concat(chunks));
        const { mailFrom, rcptTo } = session.envelope;
        const entry = {
          sender: mailFrom ? mailFrom.address : '',
          recipients: rcptTo.map(({ address }) => address),
          mail,
        };
        received.push(entry);
        untaken.push(entry);
        done();
        for (const look of waiting) look();
      });
    },
  });
  // Whoever is killed while it sends breaks the connection; unheard, that would end the test.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.server.address() as AddressInfo;

  const take = (to: string): Email | undefined => {
    const index = untaken.findIndex(({ recipients }) => recipients.includes(to));
    return index === -1 ? undefined : untaken.splice(index, 1)[0]?.mail;
  };

  const inbox: SmtpInbox = {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    received,
    connections: () => ({ all: connections, open: server.connections.size }),
    next: (to) =>
      new Promise((resolve) => {
        const look = () => {
          const mail = take(to);
          if (!mail) return;
          waiting.delete(look);
          resolve(mail);
        };
        waiting.add(look);
        look();
      }),
    nextCode: async (to) => ((await inbox.next(to)).text ?? '').slice(0, 6),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return inbox;
};
