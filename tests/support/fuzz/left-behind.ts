import { isDeepStrictEqual } from 'node:util';
import { type Kysely, sql } from 'kysely';
import { brand } from '#contract/brand.ts';
import { paths } from '#contract/paths.ts';
import { withScheme } from '#contract/website.ts';
import { verifyPassword } from '#server/accounts/password-hash.ts';
import type { Database } from '#server/db/types.ts';
import { companyBody } from '../sign-up-steps.ts';
import type { SmtpInbox } from '../smtp-inbox.ts';
import type { FuzzedServer } from './fuzzed-server.ts';
import { call, headersOf, makePerson, type Person } from './people.ts';
import { exchange, toBytes } from './wire-answer.ts';

/** What the bystander says of their company. */
const ABOUT = { name: 'Bright', about: 'We move things.' };

interface Bystander {
  person: Person;
  /** What has happened to them. */
  faults(): Promise<string[]>;
}

/** Somebody whose ids and address everybody knows, and whose cookies nobody has. */
export const takeBystander = async (server: FuzzedServer): Promise<Bystander> => {
  const person = await makePerson(server, 'accepted');
  await call(server, person, 'PATCH', paths.updateCompany, { uuid: person.companyId, ...ABOUT });
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

/** What is wrong with the bystander's rows, the password among them. */
const rowFaults = async (db: Kysely<Database>, { email, password }: Person): Promise<string[]> => {
  const { password_hash: hash, ...row } = await db
    .selectFrom('users')
    .innerJoin('companies', 'companies.id', 'users.company_id')
    .leftJoin('logos', 'logos.company_id', 'companies.id')
    .where('users.email', '=', email)
    .select(['users.name as person', 'status', 'password_hash', 'website', 'location'])
    .select(['companies.name', 'departments', 'planname', 'display_name', 'about'])
    .select('logos.name as logo')
    .executeTakeFirstOrThrow();
  const isSame = isDeepStrictEqual(row, {
    ...companyBody,
    website: withScheme(companyBody.website),
    person: 'Asha Rao',
    status: 'accepted',
    display_name: ABOUT.name,
    about: ABOUT.about,
    logo: null,
  });
  return [
    ...(isSame ? [] : [`the bystander has become ${JSON.stringify(row)}`]),
    ...((await verifyPassword(hash, password)) ? [] : ['the bystander has another password']),
  ];
};

/** What is wrong with the rows that are left: somebody is more than one can be, or not who they were. */
export const databaseFaults = async (
  server: FuzzedServer,
  bystander: Person,
): Promise<string[]> => {
  const { db, close } = await server.openDatabase();
  const { rows } = await sql<{ fault: string }>`
    select 'a user of privilege ' || privilege as fault from users where privilege <> 'Admin'
    union all select 'a company on plan ' || planname from companies where planname <> 'free-trial'
    union all select 'a company with ATS' from companies where ats_enabled
    union all select 'a code tried ' || attempts || ' times' from codes where attempts > 5
    union all select 'an address that is not canonical: ' || email from users where email <> lower(email)
    union all select 'a user in a company of ' || owner_email from users
      join companies on companies.id = company_id where owner_email <> email`.execute(db);
  const faults = [...rows.map(({ fault }) => fault), ...(await rowFaults(db, bystander))];
  await close();
  return faults;
};
