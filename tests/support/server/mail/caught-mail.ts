import type { Mail, Message } from '#server/mail/transports.ts';

/** Any subject but that of `newBrowserMail`. */
export const NO_LOGIN_NOTICE = /^(?!A new login)/;

/** The subject of `codeMail`. */
export const CODE_SUBJECT = /^Your .* code$/;

/** A mail transport that keeps every mail of a server. */
export interface CaughtMail extends Mail {
  readonly all: Message[];
  /**
   * The oldest unread mail to an address with this subject; waits for one. By default any but the notice of a
   * login in an unknown browser, which the first login of every other client causes.
   */
  next(to: string, subject?: RegExp): Promise<Message>;
  /** The code in the next mail with a code to an address. */
  nextCode(to: string): Promise<string>;
  /** Makes deliveries fail with this error while it is set. */
  failure: Error | undefined;
}

export const catchMail = (): CaughtMail => {
  const untaken: Message[] = [];
  const waiting: { isWanted(message: Message): boolean; take(message: Message): void }[] = [];

  const mail: CaughtMail = {
    all: [],
    failure: undefined,
    place: 'the test',
    async send(message) {
      if (mail.failure) throw mail.failure;
      mail.all.push(message);
      const index = waiting.findIndex(({ isWanted }) => isWanted(message));
      const [waiter] = index === -1 ? [] : waiting.splice(index, 1);
      if (waiter) waiter.take(message);
      else untaken.push(message);
    },
    next(to, subject = NO_LOGIN_NOTICE) {
      const isWanted = (message: Message) => message.to === to && subject.test(message.subject);
      const index = untaken.findIndex(isWanted);
      const [message] = index === -1 ? [] : untaken.splice(index, 1);
      if (message) return Promise.resolve(message);
      return new Promise((take) => waiting.push({ isWanted, take }));
    },
    async nextCode(to) {
      const { text } = await mail.next(to, CODE_SUBJECT);
      return text.slice(0, 6);
    },
    close() {},
  };
  return mail;
};
