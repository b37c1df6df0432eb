import type { SmtpInbox } from '../server/mail/smtp-inbox.ts';

/** A time in which a mail may have been delivered whose row could not be marked as sent. */
interface Window {
  fromMs: number;
  untilMs: number;
}

/** What a mail is about: the person of a demo request, else the recipient. */
const subjectOf = ({ mail, recipients }: SmtpInbox['received'][number]): string =>
  /^Email: (.*)$/m.exec(mail.text ?? '')?.[1] ?? recipients[0] ?? '';

/** The people to whom, or about whom, a mail arrived. */
export const mailedPeople = (inbox: SmtpInbox): Set<string> =>
  new Set(inbox.received.map(subjectOf));

/**
 * The people for whom one mail was sent several times; `unexplained` are those of whose mails another one
 * than the last was delivered outside of the windows.
 *
 * @param people who have caused one mail each
 */
export const repeatedMail = (
  inbox: SmtpInbox,
  people: ReadonlySet<string>,
  windows: readonly Window[],
): { repeated: string[]; unexplained: string[] } => {
  const deliveries = new Map<string, number[]>();
  for (const mail of inbox.received) {
    const person = subjectOf(mail);
    if (people.has(person)) deliveries.set(person, [...(deliveries.get(person) ?? []), mail.atMs]);
  }
  const isExplained = (atMs: number) =>
    windows.some(({ fromMs, untilMs }) => fromMs <= atMs && atMs <= untilMs);
  const repeated = [...deliveries].filter(([, times]) => times.length > 1);
  return {
    repeated: repeated.map(([person]) => person),
    unexplained: repeated
      .filter(([, times]) => !times.slice(0, -1).every(isExplained))
      .map(([person]) => person),
  };
};
