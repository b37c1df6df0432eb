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
   * Resolves when the mail was accepted; rejects when it is to be tried again, and when `giveUp` is
   * aborted.
   */
  send(message: Message, giveUp?: AbortSignal): Promise<void>;
  /** Where mail goes, without credentials. */
  place: string;
  close(): void;
}
