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
