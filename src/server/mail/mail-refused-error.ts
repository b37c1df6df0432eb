/**
 * The receiving side refuses a mail for good, so trying again is pointless. The message has the
 * numbers of its reply alone: the text may repeat the recipient.
 */
export class MailRefusedError extends Error {
  /** @param status reply code and enhanced status code (RFC 3463), like `550 5.1.1` */
  constructor(status: string) {
    super(`The mail server refuses it for good: ${status}`);
    this.name = 'MailRefusedError';
  }
}
