import { MailRefusedError } from './mail-refused-error.ts';

/** The commands whose refusal is about the message: its sender, its recipient, its text. */
const MESSAGE_COMMANDS = new Set<unknown>(['MAIL FROM', 'RCPT TO', 'DATA']);
// The session was in the wrong state (RFC 5321, 4.2.3), or the login is missing or not good enough
// (RFC 4954, 6), which the operator can mend.
const ABOUT_THE_SESSION = new Set([503, 530, 534, 535, 538]);
const NUMBERS = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3}\b)?/;

/** The refusal for good that an error of nodemailer tells; undefined when it can be tried again. */
export const smtpRefusal = (error: unknown): MailRefusedError | undefined => {
  if (!(error instanceof Error && 'responseCode' in error && 'command' in error)) return undefined;
  const code = Number(error.responseCode);
  const isForGood = code >= 500 && code <= 599 && !ABOUT_THE_SESSION.has(code);
  if (!isForGood || !MESSAGE_COMMANDS.has(error.command)) return undefined;
  const [numbers = ''] = ('response' in error && NUMBERS.exec(String(error.response))) || [];
  return new MailRefusedError(numbers.replace('-', ' ') || String(code));
};
