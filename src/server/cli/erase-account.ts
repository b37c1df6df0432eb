import { type Kysely, type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely';
import type { Database } from '../database/types.ts';
import { sameLeadLimit } from '../leads/leads.ts';
import { keyOf } from '../limits/rate-limits.ts';
import { mailboxOf } from '../limits/rates.ts';
import { audited, CommandError } from './run-command.ts';

/** Tables whose rows of an email address are deleted. */
const TABLES_BY_EMAIL = ['bounces', 'codes', 'sign_ups'] as const;

/** Whether a text is an address of the person, or a key with one among its words. */
type Concerns = (text: RawBuilder<unknown>) => RawBuilder<SqlBool>;

/** `mailboxOf` in SQL. */
const mailboxIn = (address: RawBuilder<unknown>) =>
  sql`regexp_replace(${address}, '^([^+@]+)\\+[^@]*', '\\1')`;

/** Finds the mailbox of an address with all of its tags, but no address that has an account. */
const concernsMailbox = async (trx: Transaction<Database>, email: string): Promise<Concerns> => {
  const mailbox = mailboxOf(email);
  const isOwnMailbox = sql<SqlBool>`${mailboxIn(sql.ref('email'))} = ${mailbox}`;
  const users = await trx.selectFrom('users').where(isOwnMailbox).select('email').execute();
  const others = users.map((user) => user.email);
  const domain = mailbox.slice(mailbox.lastIndexOf('@'));
  return (text) => {
    const address = sql`substring(${text} from '[^ ]+@[^ ]+')`;
    // The domain first: expressions cost ten seconds for a million audit rows.
    return sql`(strpos(${text}, ${domain}) > 0 and ${mailboxIn(address)} = ${mailbox}
      and ${address} <> all(${others}))`;
  };
};

/** Deletes a user with sessions and passkeys. */
const deleteUser = async (trx: Transaction<Database>, email: string) => {
  // Locked first, so that no session is opened meanwhile.
  const user = await trx
    .selectFrom('users')
    .where('email', '=', email)
    .select(['id', 'company_id'])
    .forUpdate()
    .executeTakeFirst();
  if (!user) return undefined;
  const sessions = await trx
    .deleteFrom('sessions')
    .where('user_id', '=', user.id)
    .returning('id')
    .execute();
  await trx.deleteFrom('users').where('id', '=', user.id).execute();
  return { ...user, ids: [user.id, ...sessions.map(({ id }) => id)] };
};

/** Deletes the companies of the addresses without further users, with logo and mail, and returns their names. */
const deleteCompanies = async (
  trx: Transaction<Database>,
  concerns: Concerns,
  companyId: string | undefined,
): Promise<string[]> => {
  const isOwned = concerns(sql.ref('owner_email'));
  const removed = await trx
    .deleteFrom('companies')
    .where((on) => on.or([isOwned, ...(companyId ? [on('id', '=', companyId)] : [])]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('users').whereRef('users.company_id', '=', 'companies.id').select('id')),
      ),
    )
    .returning(['id', 'name'])
    .execute();
  for (const { id } of removed) {
    await trx.deleteFrom('outbox').where('dedupe_key', '=', `sales ${id}`).execute();
    await trx.deleteFrom('webhook_deliveries').where('subject', '=', id).execute();
  }
  // A company with other users gets the oldest of them as owner.
  await sql`update companies set owner_email = (
      select email from users where company_id = companies.id order by created_at limit 1)
    where ${isOwned}`.execute(trx);
  return removed.map(({ name }) => name);
};

/**
 * Deletes the codes, sign-ups, demo requests, mails, webhooks and limits of a person, and returns the number of rows.
 *
 * @param ids of the user and the sessions, which are subjects of limits too
 */
const deleteTraces = async (
  trx: Transaction<Database>,
  concerns: Concerns,
  ids: readonly string[],
): Promise<number> => {
  const deletions = [
    ...TABLES_BY_EMAIL.map((table) => trx.deleteFrom(table).where(concerns(sql.ref('email')))),
    trx
      .deleteFrom('outbox')
      .where((on) =>
        on.or(
          [
            sql.ref('recipient'),
            sql`payload->>'userEmail'`,
            sql`payload->>'email'`,
            sql`payload->'data'->>'email'`,
          ].map(concerns),
        ),
      ),
    trx.deleteFrom('webhook_deliveries').where(concerns(sql`payload->'data'->>'email'`)),
    trx
      .deleteFrom('limits')
      .where((on) =>
        on.or([concerns(sql.ref('key')), sql<SqlBool>`string_to_array(key, ' ') && ${ids}`]),
      ),
  ];
  const leads = await trx
    .deleteFrom('leads')
    .where(concerns(sql.ref('email')))
    .returning('digest')
    .execute();
  const sameLeads = leads.map(({ digest }) => sameLeadLimit(digest));
  if (leads.length > 0)
    await trx.deleteFrom('limits').where('key', 'in', sameLeads.map(keyOf)).execute();
  let rows = leads.length;
  for (const deletion of deletions) {
    const { numDeletedRows } = await deletion.executeTakeFirstOrThrow();
    rows += Number(numDeletedRows);
  }
  return rows;
};

/** Removes personal data from the audit rows of a person. The rows are kept until they expire. */
const anonymizeAudit = async (
  trx: Transaction<Database>,
  concerns: Concerns,
  userId: string | undefined,
): Promise<number> => {
  // A limit that a known browser exceeded has its address only in the key.
  const { numUpdatedRows } = await trx
    .updateTable('audit')
    .set({ email: null, user_id: null, network: null, dedupe_key: null })
    .where((on) =>
      on.or([
        concerns(sql.ref('email')),
        concerns(sql.ref('dedupe_key')),
        ...(userId ? [on('user_id', '=', userId)] : []),
      ]),
    )
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
};

/**
 * Erases the personal data of an address (privacy policy, section 20): its user with sessions, codes,
 * sign-up tickets, demo requests, pending and recently sent mails, webhooks that wait and dead letters, limits,
 * and its company unless others belong to it. Audit rows lose the address, the user and the network. Tagged
 * addresses of the same mailbox (`asha+jobs@acme.example`) are erased with it, unless they have an account.
 *
 * @returns one line about what was removed
 * @throws CommandError when nothing is stored for the address
 */
export const eraseAccount = (db: Kysely<Database>, email: string): Promise<string> =>
  audited(db, async (trx) => {
    const user = await deleteUser(trx, email);
    const concerns = await concernsMailbox(trx, email);
    const companies = await deleteCompanies(trx, concerns, user?.company_id);
    const rows =
      (await deleteTraces(trx, concerns, user?.ids ?? [])) +
      (await anonymizeAudit(trx, concerns, user?.id));
    if (!user && companies.length === 0 && rows === 0)
      throw new CommandError(`Nothing is stored for ${email}.`);
    const company = companies.length > 0 ? `, with the company ${companies.join(', ')}` : '';
    return {
      text: `${email} is erased${company}. Backups keep it until they expire.\n`,
      entry: { event: 'operator.erased', outcome: 'accepted' },
    };
  });
