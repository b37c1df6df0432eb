import { createTransport } from 'nodemailer';
import type { Sender } from '../config.ts';
import { toMailOptions } from './envelope.ts';
import type { Mail } from './mail.ts';
import { smtpRefusal } from './smtp-refusal.ts';
import { LANES } from './worker.ts';

// Short: a server that hangs is tried again later, and meanwhile holds up a lane of the worker.
const STEP_TIMEOUT_MS = 10_000;
const POOL = {
  pool: true as const,
  maxConnections: LANES,
  // Some servers refuse more in one session; Postfix, for one, begins to slow down.
  maxMessages: 100,
  // Below the limit of a step, which would cut an idle connection off without a QUIT.
  idleTimeout: 8000,
  // A connection that the server had closed meanwhile: once more at once, then by the outbox.
  maxRequeues: 1,
};

/** Sends by the SMTP server of a `smtp://` or `smtps://` address, over connections that are kept. */
export const openSmtp = (url: string, from: Sender): Mail => {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isImplicitTls = protocol === 'smtps:';
  const transport = createTransport({
    ...POOL,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isImplicitTls ? 465 : 587) : Number(port),
    secure: isImplicitTls,
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    connectionTimeout: STEP_TIMEOUT_MS,
    greetingTimeout: STEP_TIMEOUT_MS,
    socketTimeout: STEP_TIMEOUT_MS,
    dnsTimeout: STEP_TIMEOUT_MS,
  });
  // Its types know no options.
  const close: (options: { force: boolean }) => void = transport.close.bind(transport);
  return {
    place: `${protocol}//${hostname}${port && `:${port}`}`,
    async send(message, giveUp) {
      try {
        await transport.sendMail({ ...toMailOptions(from, message), signal: giveUp });
      } catch (error) {
        throw smtpRefusal(error) ?? error;
      }
    },
    close: () => close({ force: true }),
  };
};
