import { sql } from 'kysely';
import { brand } from '#contract/brand.ts';
import { paths } from '#contract/paths.ts';
import type { SmtpInbox } from '../smtp-inbox.ts';
import type { FuzzedServer } from './fuzzed-server.ts';
import { headersOf, makePerson, type Person } from './people.ts';
import { exchange, toBytes } from './wire-answer.ts';

interface Bystander {
  person: Person;
  /** What has happened to them. */
  faults(): Promise<string[]>;
}

/** Somebody whose ids and address everybody knows, and whose cookies nobody has. */
export const takeBystander = async (server: FuzzedServer): Promise<Bystander> => {
  const person = await makePerson(server, 'accepted');
  const look = async () => {
    const headers = headersOf(server.port, person);
    const get = (path: string) =>
      exchange(
        server.port,
        toBytes({ method: 'GET', path, headers, body: undefined, isChunked: false }),
      );
    const user = await get(paths.currentUser);
    const page = await get('/app/');
    return `${user.status} ${user.text}\n${page.status} ${page.text}`;
  };
  const before = await look();
  return {
    person,
    async faults() {
      const after = await look();
      return after === before ? [] : [`the bystander has changed:\n${before}\n→\n${after}`];
    },
  };
};

const HEADERS = new Set(
  'from to subject message-id date mime-version content-type content-transfer-encoding'.split(' '),
);
const ADDRESS = /^[^\s,;:<>()[\]"\\@]+@[a-z0-9.-]+$/;

/** What is wrong with the mails that left: more than one recipient, or a header from somebody's input. */
export const mailFaults = ({ received }: SmtpInbox): string[] =>
  received.flatMap(({ recipients, mail }) => {
    const [to = ''] = recipients;
    const isOne = recipients.length === 1 && ADDRESS.test(to) && to === to.toLowerCase();
    const isSame = mail.to?.length === 1 && mail.to[0]?.address === to;
    const strange = mail.headers.filter(
      ({ key }) => !HEADERS.has(key) && !key.startsWith('x-mailer'),
    );
    const isToSales = mail.subject?.startsWith('New sign-up') || mail.subject?.startsWith('Demo');
    const isRight = !isToSales || to === brand.salesEmail;
    if (isOne && isSame && isRight && strange.length === 0) return [];
    return [`a mail to ${recipients.join()} with ${strange.map(({ key }) => key).join()}`];
  });

/** What is wrong with the rows that are left: somebody is more than one can be. */
export const databaseFaults = async (server: FuzzedServer): Promise<string[]> => {
  const { db, close } = await server.openDatabase();
  const { rows } = await sql<{ fault: string }>`
    select 'a user of privilege ' || privilege as fault from users where privilege <> 'Admin'
    union all select 'a company on plan ' || planname from companies where planname <> 'free-trial'
    union all select 'a company with ATS' from companies where ats_enabled
    union all select 'a code tried ' || attempts || ' times' from codes where attempts > 5
    union all select 'an address that is not canonical: ' || email from users where email <> lower(email)
    union all select 'a user in a company of ' || owner_email from users
      join companies on companies.id = company_id where owner_email <> email`.execute(db);
  await close();
  return rows.map(({ fault }) => fault);
};
