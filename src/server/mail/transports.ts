import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Sender, Settings } from '../config/app-config.ts';
import type { MailContent } from './mail.ts';

/** A mail to one validated address. */
export interface Message extends MailContent {
  to: string;
}

/** A mail transport. */
export interface Mail {
  /**
   * Resolves when the mail is accepted. Rejects with a MailRefusedError on a permanent failure, and with
   * any other error if the delivery can be retried or was aborted.
   */
  send(message: Message, abortSignal?: AbortSignal): Promise<void>;
  /** Server or folder of the transport, without credentials. */
  place: string;
  /** Closes every connection and aborts running deliveries. */
  close(): void;
}

/**
 * The mail server rejects a mail permanently, so a retry is useless. The message contains only the reply
 * codes, because the reply text may contain the recipient.
 */
export class MailRefusedError extends Error {
  /** @param status reply code and enhanced status code (RFC 3463), like `550 5.1.1` */
  constructor(status: string) {
    super(`The mail server rejects the mail permanently: ${status}`);
    this.name = 'MailRefusedError';
  }
}

/** Number of concurrent deliveries, so that one slow mail server does not delay the others. */
export const CONCURRENCY = 16;

/**
 * A message in nodemailer's format. Addresses are objects: nodemailer would parse a string, which could
 * contain a second recipient.
 */
const toMailOptions = (
  from: Sender,
  { to, replyTo, subject, text, html }: Message,
): SendMailOptions => ({
  from,
  to: { name: '', address: to },
  ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
  subject,
  text,
  html,
  // Keeps absence notes and ticket systems from answering (RFC 3834).
  headers: { 'Auto-Submitted': 'auto-generated' },
  disableFileAccess: true,
  disableUrlAccess: true,
});

/** Commands whose rejection concerns the message. A rejected sender is `MAIL_FROM`, which the operator can correct. */
const MESSAGE_COMMANDS = new Set<unknown>(['RCPT TO', 'DATA']);
// Replies about the session (RFC 5321 §4.2.3) or about authentication (RFC 4954 §6), which the operator
// can correct.
const SESSION_REPLIES = new Set([503, 530, 534, 535, 538]);
const REPLY_CODES = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3}\b)?/;

/** The permanent failure in an error of nodemailer; undefined if the delivery can be retried. */
const toPermanentFailure = (error: unknown): MailRefusedError | undefined => {
  if (!(error instanceof Error && 'responseCode' in error && 'command' in error)) return undefined;
  const code = Number(error.responseCode);
  const isPermanent = code >= 500 && code <= 599 && !SESSION_REPLIES.has(code);
  if (!isPermanent || !MESSAGE_COMMANDS.has(error.command)) return undefined;
  const [codes = ''] = ('response' in error && REPLY_CODES.exec(String(error.response))) || [];
  return new MailRefusedError(codes.replace('-', ' ') || String(code));
};

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

const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY_FILE = 0o600;

const TEMPORARY_FILE = /^\..*\.eml\.tmp$/;

// Removes temporary files of a killed process.
const removeTemporaryFiles = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder))
    if (TEMPORARY_FILE.test(name)) await rm(join(folder, name), { force: true });
};

/** Opens a transport that writes every mail atomically as an `.eml` file to `DATA_DIR/mailbox`. */
const openMailboxFolder = async (
  dataDir: string,
  from: Sender,
  printLine: (line: string) => void,
): Promise<Mail> => {
  const folder = join(dataDir, 'mailbox');
  await mkdir(folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
  await removeTemporaryFiles(folder);
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    place: folder,
    async send(message) {
      const { message: bytes } = await transport.sendMail(toMailOptions(from, message));
      // Sorted by name, the files are in the order of time.
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID()}.eml`;
      const temporary = join(folder, `.${name}.tmp`);
      try {
        await writeFile(temporary, bytes, { mode: OWNER_ONLY_FILE });
        await rename(temporary, join(folder, name));
      } catch (error) {
        // On a full disk every retry would leave another temporary file.
        await rm(temporary, { force: true });
        throw error;
      }
      printLine(`Mail to ${message.to}: ${message.text.split('\n', 1)[0]}`);
    },
    close: () => transport.close(),
  };
};

/**
 * Opens the SMTP transport of the settings, or the mailbox folder in the data folder.
 *
 * @param printLine receives the first line of every mail in the folder; in development that is the code
 */
export const openMail = async (
  settings: Pick<Settings, 'smtpUrl' | 'mailFrom' | 'dataDir'>,
  printLine: (line: string) => void = () => {},
): Promise<Mail> =>
  settings.smtpUrl === undefined
    ? openMailboxFolder(settings.dataDir, settings.mailFrom, printLine)
    : openSmtp(settings.smtpUrl, settings.mailFrom);
