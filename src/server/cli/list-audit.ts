import { type Kysely, sql } from 'kysely';
import { now } from '../database/time.ts';
import type { Database } from '../database/types.ts';
import {
  formatMinute,
  formatSecond,
  formatTable,
  noAccount,
  parseTimestamp,
} from './run-command.ts';

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const PLAIN_WORD = /^[\w@.+-]+$/;

/** Exclusive upper bound of a page: a time (ISO 8601, UTC), or a row by its time and id. */
interface AuditCursor {
  at: string;
  id?: string | undefined;
}

/** Which outcomes of an address to list. */
interface AuditPage {
  before?: AuditCursor | undefined;
  includesFailures: boolean;
}

/** Parses `<time>` or `<time>/<id>`; undefined if malformed. */
export const parseAuditCursor = (text: string): AuditCursor | undefined => {
  const [time = '', id, ...rest] = text.split('/');
  const at = parseTimestamp(time)?.text;
  if (at === undefined || rest.length > 0) return undefined;
  return id === undefined || ID.test(id) ? { at, id } : undefined;
};

const quoteForShell = (word: string): string =>
  PLAIN_WORD.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;

/** The shell command that prints a page. */
const auditCommand = (email: string, { before, includesFailures }: AuditPage): string =>
  [
    'npm run company -- audit',
    quoteForShell(email),
    ...(includesFailures ? [] : ['--no-refusals']),
    ...(before ? ['--before', [before.at, before.id ?? []].flat().join('/')] : []),
  ].join(' ');

const ROWS_MAX = 500;
/** Outcomes that anyone who knows an address can cause. A replayed token is not one: it was stolen. */
const FAILURES = ['rejected', 'registered', 'limited', 'closed', 'expired'];
const FAILURE_NOTE = 'A line without seconds stands for all such attempts in that minute.\n';

/** The newest rows of a user by one index: one more than a page, to know whether there is a next one. */
const newestRows = (
  db: Kysely<Database>,
  who: { email: string } | { user_id: string },
  { before, includesFailures }: AuditPage,
) => {
  const at = before ? sql<Date>`${before.at}::timestamptz` : now;
  return (
    db
      .selectFrom('audit')
      .where((on) => on.and(who))
      // A condition of its own, so that PostgreSQL prunes the later partitions.
      .where('at', '<=', at)
      .$if(before !== undefined, (rows) =>
        rows.where((on) =>
          on.or([
            on('at', '<', at),
            ...(before?.id === undefined ? [] : [on('id', '<', before.id)]),
          ]),
        ),
      )
      .$if(!includesFailures, (rows) => rows.where('outcome', 'not in', FAILURES))
      .select(['at', 'id', 'event', 'outcome', 'network'])
      .select((on) => [
        on('dedupe_key', 'is not', null).as('is_failure'),
        // A JavaScript Date would cut the microseconds.
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
  const byAddress = newestRows(db, { email }, page);
  if (userId === undefined) return byAddress.execute();
  // An OR over both columns would sort every row of the user.
  return db
    .selectFrom(byAddress.as('by_address'))
    .selectAll()
    .union(db.selectFrom(newestRows(db, { user_id: userId }, page).as('by_user')).selectAll())
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
 * Formats the newest 500 outcomes of an address and its user, oldest first. If there are older ones,
 * the last line is the command that lists them. An address without an account has outcomes if
 * somebody tried to log in with it.
 *
 * @throws CommandError if there is neither an account nor an outcome
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
  const isWhole = page.before === undefined && page.includesFailures;
  if (!user && found.length === 0 && isWhole) throw noAccount(email);
  const rows = found.slice(0, ROWS_MAX);
  const lines = rows
    .map(({ at, event, outcome, network, is_failure }) => [
      is_failure ? formatMinute(at) : formatSecond(at),
      event,
      outcome,
      network ?? '–',
    ])
    .reverse();
  return [
    formatTable([['When', 'What', 'Outcome', 'From'], ...lines]),
    rows.some(({ is_failure }) => is_failure) ? FAILURE_NOTE : '',
    nextPage(email, page, found.length > ROWS_MAX ? rows.at(-1) : undefined),
  ].join('');
};
