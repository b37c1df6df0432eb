/** Time for a mail to arrive. */
const TIMEOUT_MS = 10_000;

export interface MailedCodes {
  /** Receives a mail; other mails than those with codes are ignored. */
  onMail(recipient: string, message: string): void;
  /** The code in the next mail to an address. */
  next(recipient: string): Promise<string>;
}

/** @param onCode receives the milliseconds from the request for a code to its mail */
export const createMailedCodes = (onCode: (ms: number) => void): MailedCodes => {
  const waiting = new Map<string, (code: string) => void>();
  return {
    onMail(recipient, message) {
      const code = /^(\d{6}) /m.exec(message)?.[1];
      if (code !== undefined) waiting.get(recipient)?.(code);
    },
    next: (recipient) =>
      new Promise((resolve, reject) => {
        const askedAt = performance.now();
        const timer = setTimeout(() => reject(new Error('no mail')), TIMEOUT_MS);
        waiting.set(recipient, (code) => {
          clearTimeout(timer);
          waiting.delete(recipient);
          onCode(performance.now() - askedAt);
          resolve(code);
        });
      }),
  };
};
