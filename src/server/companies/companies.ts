import { type Kysely, sql, type Transaction } from 'kysely';
import type { Attribution } from '#contract/attribution.ts';
import type { RequestBody } from '#contract/calls/all-calls.ts';
import { withScheme } from '#contract/company.ts';
import { type AuditEntry, withAudit, withPartition } from '../audit/audit.ts';
import { hasAcceptedUser } from '../auth/accounts/accounts.ts';
import { endSignUp, lockSignUp } from '../auth/codes/sign-up-ticket.ts';
import type { ActiveSession } from '../auth/sessions/find-session.ts';
import { stillOpen } from '../auth/sessions/live-sessions.ts';
import { now } from '../database/time.ts';
import { inTransaction } from '../database/transaction.ts';
import type { Database } from '../database/types.ts';
import { visibleAttribution } from '../leads/visible-attribution.ts';
import type { Services } from '../services.ts';

/**
 * A stored attribution with the last touch of another one, which was sent later, perhaps from another tab. A visit of
 * which neither an address nor another site says anything replaces none.
 */
const withLastTouch = (sent: Attribution) => {
  const { landing: _landing, at: _at, ...source } = sent.last;
  const json = sql`${JSON.stringify(sent)}::jsonb`;
  const stored = sql<string>`coalesce(companies.attribution, ${json})`;
  return Object.values(source).some(Boolean)
    ? sql<string>`${stored} || jsonb_build_object('last', ${json} -> 'last')`
    : stored;
};

/**
 * Creates the company of a verified email address, and audits that in the same statement. Idempotent: a
 * repeated call returns the same id and updates the fields. For `withPartition`.
 *
 * @param network the client's, for the audit
 * @returns the company's id, and whether it was inserted; undefined if the company has an accepted user
 */
export const createCompany = async (
  db: Kysely<Database>,
  ownerEmail: string,
  { attribution, chosenPlan, ...company }: Omit<RequestBody<'createCompany'>, 'email'>,
  network: string | null = null,
): Promise<{ id: string; isNew: boolean } | undefined> => {
  const fields = {
    ...company,
    name: company.name.trim(),
    website: withScheme(company.website),
    location: company.location.trim(),
    ...(chosenPlan && { chosen_plan: chosenPlan }),
    updated_at: now,
  };
  const sent = attribution && visibleAttribution(attribution);
  const inserted = sent && { attribution: JSON.stringify(sent) };
  const updated = sent && { attribution: withLastTouch(sent) };
  return db
    .with('company', (query) =>
      query
        .insertInto('companies')
        .values({ owner_email: ownerEmail, ...fields, ...inserted })
        .onConflict((conflict) =>
          conflict
            .column('owner_email')
            .doUpdateSet({ ...fields, ...updated })
            .where(({ not }) => not(hasAcceptedUser)),
        )
        .returning(['id', sql<boolean>`created_at = updated_at`.as('is_new')]),
    )
    .with('audited', (query) =>
      query
        .insertInto('audit')
        .columns(['event', 'outcome', 'email', 'network'])
        .expression((from) =>
          from
            .selectFrom('company')
            .select(({ val }) => [
              sql<
                AuditEntry['event']
              >`case when is_new then 'company.created' else 'company.updated' end`.as('event'),
              val('accepted').as('outcome'),
              val(ownerEmail).as('email'),
              val(network).as('network'),
            ]),
        ),
    )
    .selectFrom('company')
    .select(['id', 'is_new as isNew'])
    .executeTakeFirst();
};

/**
 * Updates the public profile of a user's company (display name and text), its last touch and the chosen plan, which
 * finishes the sign-up of an accepted account and enqueues its webhooks. Checks the session again, because the request
 * body may arrive long after the headers.
 *
 * @param network the client's, for the audit
 * @returns false if the session has ended
 */
export const updateCompany = (
  { db, webhooks }: Pick<Services, 'db' | 'webhooks'>,
  { id: sessionId, generation, user }: ActiveSession,
  { name, about, attribution, chosenPlan }: Omit<RequestBody<'updateCompany'>, 'uuid'>,
  network?: string,
): Promise<boolean> => {
  const { id: userId, email, companyId } = user;
  const entry = { event: 'company.updated', outcome: 'accepted', email, userId, network } as const;
  const update = async (trx: Transaction<Database>) => {
    const signUp = await lockSignUp(trx, email);
    const session = stillOpen(trx, { userId, sessionId, generation }).forShare();
    if (!(await session.executeTakeFirst())) return false;
    await withAudit(trx, entry)
      .updateTable('companies')
      .set({
        display_name: name.trim(),
        about: about.trim(),
        ...(attribution && { attribution: withLastTouch(visibleAttribution(attribution)) }),
        ...(chosenPlan && { chosen_plan: chosenPlan }),
        updated_at: now,
      })
      .where('id', '=', companyId)
      .execute();
    if (signUp?.state !== 'accepted') return true;
    await endSignUp(trx, email);
    await webhooks.enqueue(trx, 'company.completed', companyId);
    return true;
  };
  return withPartition(db, () => inTransaction(db, update));
};
