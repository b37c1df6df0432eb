import { createTransport } from 'nodemailer';
import type { Sender } from '../config/app-config.ts';
import { toMailOptions } from './envelope.ts';
import type { Mail } from './mail.ts';
import { toPermanentFailure } from './permanent-failure.ts';
import { CONCURRENCY } from './worker.ts';

// Short, because a hanging server occupies one of the worker's concurrent deliveries.
const STEP_TIMEOUT_MS = 10_000;
const POOL = {
  pool: true as const,
  maxConnections: CONCURRENCY,
  // Some servers reject more messages per session, and Postfix slows down.
  maxMessages: 100,
  // Below STEP_TIMEOUT_MS, which would close an idle connection without QUIT.
  idleTimeout: 8000,
  // One immediate retry if the server has closed a pooled connection, then the outbox retries.
  maxRequeues: 1,
};

/** Opens a pooled SMTP transport for a `smtp://` or `smtps://` URL. */
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
  // The types of nodemailer lack the options.
  const close: (options: { force: boolean }) => void = transport.close.bind(transport);
  return {
    place: `${protocol}//${hostname}${port && `:${port}`}`,
    async send(message, abortSignal) {
      try {
        await transport.sendMail({ ...toMailOptions(from, message), signal: abortSignal });
      } catch (error) {
        throw toPermanentFailure(error) ?? error;
      }
    },
    close: () => close({ force: true }),
  };
};
