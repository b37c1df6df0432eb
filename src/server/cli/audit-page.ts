import { parseTimestamp } from './parse-timestamp.ts';

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const PLAIN_WORD = /^[\w@.+-]+$/;

/** Exclusive upper bound of a page: a time (ISO 8601, UTC), or a row by its time and id. */
export interface AuditCursor {
  at: string;
  id?: string | undefined;
}

/** Which outcomes of an address to list. */
export interface AuditPage {
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
export const auditCommand = (email: string, { before, includesFailures }: AuditPage): string =>
  [
    'npm run company -- audit',
    quoteForShell(email),
    ...(includesFailures ? [] : ['--no-refusals']),
    ...(before ? ['--before', [before.at, before.id ?? []].flat().join('/')] : []),
  ].join(' ');
