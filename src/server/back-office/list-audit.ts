import { type Kysely, sql } from 'kysely';
import { now } from '../db/time.ts';
import type { Database } from '../db/types.ts';
import { type AuditCursor, type AuditPage, auditCommand } from './audit-page.ts';
import { noAccount } from './back-office-error.ts';
import { columns, minute, moment } from './columns.ts';

const ROWS_MAX = 500;
/** What anybody can bring about who knows an address. A replayed token isn't: somebody had it. */
const REFUSALS = ['rejected', 'registered', 'limited', 'closed', 'expired'];
const REFUSAL_NOTE = 'A line without seconds stands for every such try in that minute.\n';

/** The newest rows of a person by one index, and one more than a page to tell whether there are others. */
const newestOf = (
  db: Kysely<Database>,
  who: { email: string } | { user_id: string },
  { before, hasRefusals }: AuditPage,
) => {
  const at = before ? sql<Date>`${before.at}::timestamptz` : now;
  return (
    db
      .selectFrom('audit')
      .where((on) => on.and(who))
      // By itself, because it is what keeps away from the partitions after it.
      .where('at', '<=', at)
      .$if(before !== undefined, (rows) =>
        rows.where((on) =>
          on.or([
            on('at', '<', at),
            ...(before?.id === undefined ? [] : [on('id', '<', before.id)]),
          ]),
        ),
      )
      .$if(!hasRefusals, (rows) => rows.where('outcome', 'not in', REFUSALS))
      .select(['at', 'id', 'event', 'outcome', 'network'])
      .select((on) => [
        on('dedupe_key', 'is not', null).as('is_refusal'),
        // A Date has milliseconds, a row microseconds.
        sql<string>`to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as('moment'),
      ])
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(ROWS_MAX + 1)
  );
};

const listRows = (
  db: Kysely<Database>,
  email: string,
  userId: string | undefined,
  page: AuditPage,
) => {
  const byAddress = newestOf(db, { email }, page);
  if (userId === undefined) return byAddress.execute();
  // One condition over both columns would sort all that there is of a person.
  return db
    .selectFrom(byAddress.as('by_address'))
    .selectAll()
    .union(db.selectFrom(newestOf(db, { user_id: userId }, page).as('by_user')).selectAll())
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(ROWS_MAX + 1)
    .execute();
};

const nextPage = (
  email: string,
  page: AuditPage,
  oldest: { moment: string; id: string } | undefined,
): string => {
  if (!oldest) return '';
  const before: AuditCursor = { at: oldest.moment, id: oldest.id };
  return `Older ones: ${auditCommand(email, { ...page, before })}\n`;
};

/**
 * A page of the outcomes of an address and its user, the newest 500, oldest first; where there are
 * older ones, the last line says how to see them. An address without an account may have some:
 * somebody has tried it.
 *
 * @throws BackOfficeError when there is neither an account nor an outcome
 */
export const listAudit = async (
  db: Kysely<Database>,
  email: string,
  page: AuditPage,
): Promise<string> => {
  const user = await db
    .selectFrom('users')
    .where('email', '=', email)
    .select('id')
    .executeTakeFirst();
  const found = await listRows(db, email, user?.id, page);
  const isWhole = page.before === undefined && page.hasRefusals;
  if (!user && found.length === 0 && isWhole) throw noAccount(email);
  const rows = found.slice(0, ROWS_MAX);
  const lines = rows
    .map(({ at, event, outcome, network, is_refusal }) => [
      is_refusal ? minute(at) : moment(at),
      event,
      outcome,
      network ?? '–',
    ])
    .reverse();
  return [
    columns([['When', 'What', 'Outcome', 'From'], ...lines]),
    rows.some(({ is_refusal }) => is_refusal) ? REFUSAL_NOTE : '',
    nextPage(email, page, found.length > ROWS_MAX ? rows.at(-1) : undefined),
  ].join('');
};
