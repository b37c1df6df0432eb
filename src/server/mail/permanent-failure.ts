import { MailRefusedError } from './mail-refused-error.ts';

/** Commands whose rejection concerns the message: sender, recipient, content. */
const MESSAGE_COMMANDS = new Set<unknown>(['MAIL FROM', 'RCPT TO', 'DATA']);
// Replies about the session (RFC 5321 §4.2.3) or about authentication (RFC 4954 §6), which the operator
// can correct.
const SESSION_REPLIES = new Set([503, 530, 534, 535, 538]);
const REPLY_CODES = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3}\b)?/;

/** The permanent failure in an error of nodemailer; undefined if the delivery can be retried. */
export const toPermanentFailure = (error: unknown): MailRefusedError | undefined => {
  if (!(error instanceof Error && 'responseCode' in error && 'command' in error)) return undefined;
  const code = Number(error.responseCode);
  const isPermanent = code >= 500 && code <= 599 && !SESSION_REPLIES.has(code);
  if (!isPermanent || !MESSAGE_COMMANDS.has(error.command)) return undefined;
  const [codes = ''] = ('response' in error && REPLY_CODES.exec(String(error.response))) || [];
  return new MailRefusedError(codes.replace('-', ' ') || String(code));
};
