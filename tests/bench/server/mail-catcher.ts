import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface MailCatcher {
  url: string;
  /** Mails so far. */
  count(): number;
  /** When the newest one came, by `performance.now()`. */
  newestAt(): number;
  close(): Promise<void>;
}

const CLOSE_MS = 200;

/**
 * An SMTP server that accepts every mail and takes little processor time for it.
 *
 * @param onMail receives the first recipient and the undecoded message
 */
export const openMailCatcher = async (
  onMail: (recipient: string, message: string) => void = () => {},
): Promise<MailCatcher> => {
  let mails = 0;
  let newestAt = 0;
  const server = new SMTPServer({
    closeTimeout: CLOSE_MS,
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        mails += 1;
        newestAt = performance.now();
        const [recipient] = session.envelope.rcptTo;
        onMail(recipient?.address ?? '', Buffer.concat(chunks).toString('latin1'));
        done();
      });
    },
  });
  // A stopped sender may reset its connection.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    count: () => mails,
    newestAt: () => newestAt,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
};
