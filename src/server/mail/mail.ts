/** A mail to one validated address. */
export interface Message {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** A way for mail to leave. */
export interface Mail {
  /**
   * Resolves when the mail was accepted; rejects with a MailRefusedError when it never will be, and
   * with anything else when it is to be tried again or `giveUp` is aborted.
   */
  send(message: Message, giveUp?: AbortSignal): Promise<void>;
  /** Where mail goes, without credentials. */
  place: string;
  /** Ends every connection, and what is still being sent. */
  close(): void;
}
