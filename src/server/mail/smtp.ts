import { createTransport } from 'nodemailer';
import type { Sender } from '../config.ts';
import { toMailOptions } from './envelope.ts';
import type { Mail } from './mail.ts';

// Short: a server that hangs is tried again later, and meanwhile holds up a lane of the worker.
const STEP_TIMEOUT_MS = 10_000;

/** Sends by the SMTP server of a `smtp://` or `smtps://` address. */
export const openSmtp = (url: string, from: Sender): Mail => {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isImplicitTls = protocol === 'smtps:';
  const transport = createTransport({
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
  return {
    place: `${protocol}//${hostname}${port && `:${port}`}`,
    async send(message, giveUp) {
      await transport.sendMail({ ...toMailOptions(from, message), signal: giveUp });
    },
    close: () => transport.close(),
  };
};
