import { isDeepStrictEqual } from 'node:util';
import { type Kysely, sql } from 'kysely';
import * as brand from '#contract/brand.ts';
import { paths } from '#contract/calls/paths.ts';
import { withScheme } from '#contract/company.ts';
import { verifyPassword } from '#server/auth/accounts/passwords.ts';
import { CODE_TRIES } from '#server/auth/codes/request-code.ts';
import type { Database } from '#server/database/types.ts';
import type { SmtpInbox } from '../server/mail/smtp-inbox.ts';
import { companyBody } from '../server/sign-up-steps.ts';
import { call, createClientAt, type FuzzClient, headersOf } from './clients.ts';
import type { FuzzedServer } from './fuzzed-server.ts';
import { exchange, toBytes } from './raw-exchange.ts';

/** The public profile of the unrelated user's company. */
const ABOUT = { name: 'Bright', about: 'We move things.' };

interface UnrelatedUser {
  client: FuzzClient;
  /** What has changed about the user. */
  faults(): Promise<string[]>;
}

/** Creates a user whose ids and address all clients know, and whose cookies none has. */
export const createUnrelatedUser = async (server: FuzzedServer): Promise<UnrelatedUser> => {
  const client = await createClientAt(server, 'accepted');
  await call(server, client, 'PATCH', paths.updateCompany, { uuid: client.companyId, ...ABOUT });
  const readPublicData = async () => {
    const headers = headersOf(server.port, client);
    const get = (path: string) =>
      exchange(
        server.port,
        toBytes({ method: 'GET', path, headers, body: undefined, isChunked: false }),
      );
    const user = await get(paths.currentUser);
    const page = await get('/app/');
    return `${user.status} ${user.text}\n${page.status} ${page.text}`;
  };
  const before = await readPublicData();
  return {
    client,
    async faults() {
      const after = await readPublicData();
      return after === before ? [] : [`the unrelated user has changed:\n${before}\n→\n${after}`];
    },
  };
};

const HEADERS = new Set([
  ...['from', 'to', 'reply-to', 'subject', 'message-id', 'date', 'auto-submitted'],
  ...['mime-version', 'content-type', 'content-transfer-encoding'],
]);
const ADDRESS = /^[^\s,;:<>()[\]"\\@]+@[a-z0-9.-]+$/;

/** Mails with more than one recipient, or with a header that input has injected. */
export const mailFaults = ({ received }: SmtpInbox): string[] =>
  received.flatMap(({ recipients, mail }) => {
    const [to = ''] = recipients;
    const isOne = recipients.length === 1 && ADDRESS.test(to) && to === to.toLowerCase();
    const isUnchanged = mail.to?.length === 1 && mail.to[0]?.address === to;
    const unexpected = mail.headers.filter(
      ({ key }) => !HEADERS.has(key) && !key.startsWith('x-mailer'),
    );
    const isToSales = mail.subject?.startsWith('New sign-up') || mail.subject?.startsWith('Demo');
    const repliesTo = mail.replyTo ?? [];
    const isRight = isToSales
      ? to === brand.salesEmail &&
        repliesTo.length === 1 &&
        ADDRESS.test(`${repliesTo[0]?.address}`)
      : repliesTo.length === 0;
    if (isOne && isUnchanged && isRight && unexpected.length === 0) return [];
    return [`a mail to ${recipients.join()} with ${unexpected.map(({ key }) => key).join()}`];
  });

/** What has changed in the unrelated user's rows, including the password. */
const rowFaults = async (
  db: Kysely<Database>,
  { email, password }: FuzzClient,
): Promise<string[]> => {
  const { password_hash: hash, ...row } = await db
    .selectFrom('users')
    .innerJoin('companies', 'companies.id', 'users.company_id')
    .leftJoin('logos', 'logos.company_id', 'companies.id')
    .where('users.email', '=', email)
    .select(['users.name as userName', 'status', 'password_hash', 'website', 'location'])
    .select(['companies.name', 'departments', 'planname', 'display_name', 'about'])
    .select('logos.name as logo')
    .executeTakeFirstOrThrow();
  const isUnchanged = isDeepStrictEqual(row, {
    ...companyBody,
    website: withScheme(companyBody.website),
    userName: 'Asha Rao',
    status: 'accepted',
    display_name: ABOUT.name,
    about: ABOUT.about,
    logo: null,
  });
  return [
    ...(isUnchanged ? [] : [`the unrelated user has become ${JSON.stringify(row)}`]),
    ...((await verifyPassword(hash, password)) ? [] : ['the unrelated user has another password']),
  ];
};

/** Rows that violate an invariant: raised privileges, other plans, or a changed unrelated user. */
export const databaseFaults = async (
  server: FuzzedServer,
  unrelatedUser: FuzzClient,
): Promise<string[]> => {
  const { db, close } = await server.openDatabase();
  const { rows } = await sql<{ fault: string }>`
    select 'a user of privilege ' || privilege as fault from users where privilege <> 'Admin'
    union all select 'a company on plan ' || planname from companies where planname <> 'free-trial'
    union all select 'a company with ATS' from companies where ats_enabled
    union all select 'a code tried ' || attempts || ' times' from codes where attempts > ${CODE_TRIES}
    union all select 'an address that is not canonical: ' || email from users where email <> lower(email)
    union all select 'a user in a company of ' || owner_email from users
      join companies on companies.id = company_id where owner_email <> email`.execute(db);
  const faults = [...rows.map(({ fault }) => fault), ...(await rowFaults(db, unrelatedUser))];
  await close();
  return faults;
};
