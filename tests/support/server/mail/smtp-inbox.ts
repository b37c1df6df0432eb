import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { CODE_SUBJECT, NO_LOGIN_NOTICE } from './caught-mail.ts';

/** A received mail. `sender` and `recipients` are from the envelope. */
interface ReceivedMail {
  /** By the monotonic clock (`performance.now`). */
  atMs: number;
  sender: string;
  recipients: string[];
  mail: Email;
}

/** A real SMTP server on this machine that keeps what it receives. */
export interface SmtpInbox {
  url: string;
  port: number;
  received: ReceivedMail[];
  /** Reply codes for recipients that are refused: 550 for good, 451 for a time. */
  refused: Map<string, number>;
  /** The number of connections so far, and of open ones. */
  connections(): { all: number; open: number };
  /** The oldest unread mail to an address, as that of `CaughtMail`. */
  next(to: string, subject?: RegExp): Promise<Email>;
  /** The code in the next mail to an address. */
  nextCode(to: string): Promise<string>;
  close(): Promise<void>;
}

const CLOSE_MS = 200;

/** @param port 0 for a free port; a fixed port lets a server stop and restart */
export const openSmtpInbox = async (port = 0): Promise<SmtpInbox> => {
  const received: ReceivedMail[] = [];
  const untaken: ReceivedMail[] = [];
  const refused = new Map<string, number>();
  const waiting = new Set<() => void>();

  let connections = 0;
  const server = new SMTPServer({
    // Senders keep connections open; closing doesn't wait for those.
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
    onRcptTo({ address }, _session, done) {
      const responseCode = refused.get(address);
      if (responseCode === undefined) done();
      else done(Object.assign(new Error('Not now, or never.'), { responseCode }));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const mail = await PostalMime.parse(Buffer.concat(chunks));
        const { mailFrom, rcptTo } = session.envelope;
        const entry = {
          atMs: performance.now(),
          sender: mailFrom ? mailFrom.address : '',
          recipients: rcptTo.map(({ address }) => address),
          mail,
        };
        received.push(entry);
        untaken.push(entry);
        done();
        for (const check of waiting) check();
      });
    },
  });
  // A killed sender resets its connection; without a listener, that error would end the test.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.server.address() as AddressInfo;

  const take = (to: string, subject: RegExp): Email | undefined => {
    const index = untaken.findIndex(
      ({ recipients, mail }) => recipients.includes(to) && subject.test(mail.subject ?? ''),
    );
    return index === -1 ? undefined : untaken.splice(index, 1)[0]?.mail;
  };

  const inbox: SmtpInbox = {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    received,
    refused,
    connections: () => ({ all: connections, open: server.connections.size }),
    next: (to, subject = NO_LOGIN_NOTICE) =>
      new Promise((resolve) => {
        const check = () => {
          const mail = take(to, subject);
          if (!mail) return;
          waiting.delete(check);
          resolve(mail);
        };
        waiting.add(check);
        check();
      }),
    nextCode: async (to) => ((await inbox.next(to, CODE_SUBJECT)).text ?? '').slice(0, 6),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return inbox;
};
