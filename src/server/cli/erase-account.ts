import { type Kysely, sql, type Transaction } from 'kysely';
import { inTransaction } from '../database/transaction.ts';
import type { Database } from '../database/types.ts';
import { mailboxOf } from '../limits/rates.ts';
import { CommandError } from './command-error.ts';

/** Tables whose rows of an email address are deleted. */
const TABLES_BY_EMAIL = ['codes', 'sign_ups', 'leads'] as const;

/** Removes personal data from the audit rows of a user. The rows are kept until they expire. */
const anonymizeAudit = async (
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

/** Deletes the companies of the address without further users, with logo and mail, and returns their names. */
const deleteCompanies = async (
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
  // A company with other users gets the oldest of them as owner.
  await sql`update companies set owner_email = (
      select email from users where company_id = companies.id order by created_at limit 1)
    where owner_email = ${email}`.execute(trx);
  return removed.map(({ name }) => name);
};

/**
 * Erases the personal data of an address (privacy policy, section 20): its user with sessions, codes,
 * sign-up tickets, demo requests, pending and recently sent mails, and its company unless others
 * belong to it. Audit rows lose the address, the user and the network.
 *
 * @returns one line about what was removed
 * @throws CommandError when nothing is stored for the address
 */
export const eraseAccount = (db: Kysely<Database>, email: string): Promise<string> =>
  inTransaction(db, async (trx) => {
    const user = await trx
      .deleteFrom('users')
      .where('email', '=', email)
      .returning(['id', 'company_id'])
      .executeTakeFirst();
    const companies = await deleteCompanies(trx, email, user?.company_id);
    let rows = 0;
    for (const table of TABLES_BY_EMAIL) {
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
    // Keys of limits contain the mailbox. They expire within a day.
    await sql`delete from limits where strpos(key || ' ', ${` ${mailboxOf(email)} `}) > 0`.execute(
      trx,
    );
    const outcomes = await anonymizeAudit(trx, email, user?.id);
    if (!user && companies.length === 0 && rows + Number(mails) + outcomes === 0)
      throw new CommandError(`Nothing is stored for ${email}.`);
    const company = companies.length > 0 ? `, with the company ${companies.join(', ')}` : '';
    return `${email} is erased${company}. Backups keep it until they expire.\n`;
  });
