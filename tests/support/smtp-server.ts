import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

interface DeliveredMail {
  from: string;
  to: string[];
  text: string;
  headers: { to: (string | undefined)[]; cc: number; subject: string | undefined };
}

/** A real SMTP server on a given port, so that it can go away and come back. */
export const openSmtpServer = async (port = 0) => {
  const delivered: DeliveredMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (bytes) => chunks.push(bytes));
      stream.on('end', async () => {
        const mail = await PostalMime.parse(Buffer.concat(chunks));
        const { mailFrom, rcptTo } = session.envelope;
        delivered.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          text: mail.text ?? '',
          headers: {
            to: mail.to?.map(({ address }) => address) ?? [],
            cc: (mail.cc?.length ?? 0) + (mail.bcc?.length ?? 0),
            subject: mail.subject,
          },
        });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  const address = server.server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    delivered,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
};
