import { type Kysely, sql, type Transaction } from 'kysely';
import { inTransaction } from '../db/transaction.ts';
import type { Database } from '../db/types.ts';
import { mailboxOf } from '../limits/rates.ts';
import { BackOfficeError } from './back-office-error.ts';

/** What an address is written in, with nothing else to remember it by. */
const BY_ADDRESS = ['codes', 'sign_ups', 'leads'] as const;

/** Outcomes stay until they have had their time, but nobody can be told from them any more. */
const makeAuditNameless = async (
  trx: Transaction<Database>,
  email: string,
  userId: string | undefined,
): Promise<number> => {
  const { numUpdatedRows } = await trx
    .updateTable('audit')
    .set({ email: null, user_id: null, network: null, dedupe_key: null })
    .where((on) =>
      on.or([on('email', '=', email), ...(userId ? [on('user_id', '=', userId)] : [])]),
    )
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
};

/** Removes the companies that nobody belongs to any more, with logo and mail, and names them. */
const removeCompanies = async (
  trx: Transaction<Database>,
  email: string,
  companyId: string | undefined,
): Promise<string[]> => {
  const removed = await trx
    .deleteFrom('companies')
    .where((on) =>
      on.or([on('owner_email', '=', email), ...(companyId ? [on('id', '=', companyId)] : [])]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('users').whereRef('users.company_id', '=', 'companies.id').select('id')),
      ),
    )
    .returning(['id', 'name'])
    .execute();
  for (const { id } of removed)
    await trx.deleteFrom('outbox').where('dedupe_key', '=', `sales ${id}`).execute();
  // Where colleagues stay, the company counts as made by the one who has been there longest.
  await sql`update companies set owner_email = (
      select email from users where company_id = companies.id order by created_at limit 1)
    where owner_email = ${email}`.execute(trx);
  return removed.map(({ name }) => name);
};

/**
 * Forgets an address (privacy policy, section 20): its user with sessions, codes, sign-up tickets,
 * demo requests, mails that wait or were sent lately, and its company unless others belong to it.
 * Audit rows lose the address, the user and the network.
 *
 * @returns one line about what was removed
 * @throws BackOfficeError when nothing is kept of the address
 */
export const eraseAccount = (db: Kysely<Database>, email: string): Promise<string> =>
  inTransaction(db, async (trx) => {
    const user = await trx
      .deleteFrom('users')
      .where('email', '=', email)
      .returning(['id', 'company_id'])
      .executeTakeFirst();
    const companies = await removeCompanies(trx, email, user?.company_id);
    let rows = 0;
    for (const table of BY_ADDRESS) {
      const { numDeletedRows } = await trx
        .deleteFrom(table)
        .where('email', '=', email)
        .executeTakeFirstOrThrow();
      rows += Number(numDeletedRows);
    }
    const { numDeletedRows: mails } = await trx
      .deleteFrom('outbox')
      .where((on) =>
        on.or([
          on('recipient', '=', email),
          sql<boolean>`payload->>'userEmail' = ${email}`,
          sql<boolean>`payload->>'email' = ${email}`,
        ]),
      )
      .executeTakeFirstOrThrow();
    // Their keys name the mailbox, and expire within a day anyway.
    await sql`delete from limits where strpos(key || ' ', ${` ${mailboxOf(email)} `}) > 0`.execute(
      trx,
    );
    const outcomes = await makeAuditNameless(trx, email, user?.id);
    if (!user && companies.length === 0 && rows + Number(mails) + outcomes === 0)
      throw new BackOfficeError(`Nothing is stored for ${email}.`);
    const company = companies.length > 0 ? `, with the company ${companies.join(', ')}` : '';
    return `${email} is erased${company}. Backups keep it until they expire.\n`;
  });
