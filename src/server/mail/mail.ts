import * as brand from '#contract/brand.ts';
import { type Html, html } from '#server/http/pages/page.ts';

/** A mail to one validated address. */
export interface Message {
  to: string;
  subject: string;
  text: string;
  html: string;
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

/** HTML layout of every mail, readable without images and styles. */
export const mailPage = (body: Html, lastLine = html``): string =>
  html`<!doctype html>
<html lang="en">
<body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif;color:#16181d;background:#fbfaf7">
<p style="margin:0 0 24px;font-weight:700">${brand.name}</p>
${body}
<p style="margin:32px 0 0;font-size:13px;color:#565a63">${brand.company}</p>
${lastLine}</body>
</html>
`.text;
