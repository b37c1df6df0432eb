import type { Mail, Message } from '#server/mail/mail.ts';

/** A mail transport that keeps every mail of a server. */
export interface CaughtMail extends Mail {
  readonly all: Message[];
  /** The oldest unread mail to an address; waits for one. */
  next(to: string): Promise<Message>;
  /** The code in the next mail to an address. */
  nextCode(to: string): Promise<string>;
  /** Makes deliveries fail with this error while it is set. */
  failure: Error | undefined;
}

export const catchMail = (): CaughtMail => {
  const untaken: Message[] = [];
  const waiting: { to: string; take(message: Message): void }[] = [];

  const mail: CaughtMail = {
    all: [],
    failure: undefined,
    place: 'the test',
    async send(message) {
      if (mail.failure) throw mail.failure;
      mail.all.push(message);
      const index = waiting.findIndex(({ to }) => to === message.to);
      const [waiter] = index === -1 ? [] : waiting.splice(index, 1);
      if (waiter) waiter.take(message);
      else untaken.push(message);
    },
    next(to) {
      const index = untaken.findIndex((message) => message.to === to);
      const [message] = index === -1 ? [] : untaken.splice(index, 1);
      if (message) return Promise.resolve(message);
      return new Promise((take) => waiting.push({ to, take }));
    },
    async nextCode(to) {
      const { text } = await mail.next(to);
      return text.slice(0, 6);
    },
    close() {},
  };
  return mail;
};
