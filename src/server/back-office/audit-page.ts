import { parseArgs } from 'node:util';
import { readMoment } from './read-moment.ts';

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const PLAIN_WORD = /^[\w@.+-]+$/;

/** Where a page begins: before a moment (ISO 8601, in UTC), or before that row of the moment. */
export interface AuditCursor {
  at: string;
  id?: string | undefined;
}

/** Which outcomes of an address are asked for. */
export interface AuditPage {
  before?: AuditCursor | undefined;
  hasRefusals: boolean;
}

const readCursor = (text: string): AuditCursor | undefined => {
  const [moment = '', id, ...rest] = text.split('/');
  const at = readMoment(moment)?.text;
  if (at === undefined || rest.length > 0) return undefined;
  return id === undefined || ID.test(id) ? { at, id } : undefined;
};

const readOptions = (args: readonly string[]) => {
  try {
    return parseArgs({
      args: [...args],
      options: { before: { type: 'string' }, 'no-refusals': { type: 'boolean' } },
      allowPositionals: true,
    });
  } catch {
    return undefined;
  }
};

/** Understands the words after `audit`; undefined when they are misused. */
export const readAuditPage = (
  args: readonly string[],
): { address: string; page: AuditPage } | undefined => {
  const read = readOptions(args);
  if (!read) return undefined;
  const { values, positionals } = read;
  const [address, ...more] = positionals;
  const before = values.before === undefined ? undefined : readCursor(values.before);
  if (address === undefined || more.length > 0) return undefined;
  if (values.before !== undefined && before === undefined) return undefined;
  return { address, page: { before, hasRefusals: values['no-refusals'] !== true } };
};

const shellWord = (word: string): string =>
  PLAIN_WORD.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;

/** The command that prints a page. */
export const auditCommand = (email: string, { before, hasRefusals }: AuditPage): string =>
  [
    'npm run company -- audit',
    shellWord(email),
    ...(hasRefusals ? [] : ['--no-refusals']),
    ...(before ? ['--before', [before.at, before.id ?? []].flat().join('/')] : []),
  ].join(' ');
