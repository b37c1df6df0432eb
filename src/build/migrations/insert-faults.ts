import { type Kysely, sql } from 'kysely';
import type { LastRelease } from './judged-release.ts';
import type { Check, Key, Schema } from './read-schema.ts';

/** Whether the last release's inserts give a column a value. */
type Writes = (table: string, column: string) => boolean;

/** Whether a check accepts a row in which its columns have the values that they have by default. */
const doesHoldByDefault = async (db: Kysely<unknown>, check: Check): Promise<boolean> => {
  const { rows: values } = await sql<{ name: string; value: string }>`
    select attname::text as name, coalesce(pg_get_expr(adbin, adrelid), 'null')
        || '::' || format_type(atttypid, atttypmod) as value
    from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attrelid = to_regclass(${check.table}) and attname = any(${check.columns})`.execute(db);
  const row = values.map(({ name, value }) => sql`${sql.raw(value)} as ${sql.ref(name)}`);
  const result = await sql<{ holds: boolean }>`
    select (${sql.raw(check.expression)}) is not false as holds from (select ${sql.join(row)}) as inserted`
    .execute(db)
    // An insert would fail as well.
    .catch(() => undefined);
  return result?.rows[0]?.holds ?? false;
};

const checkFaults = async (
  db: Kysely<unknown>,
  check: Check,
  writes: Writes,
  kept: ReadonlySet<string>,
): Promise<string[]> => {
  const { name, table, columns } = check;
  const empty = columns.filter((column) => !writes(table, column));
  if (empty.length === 0)
    return kept.has(name)
      ? []
      : [
          `the check ${name} of ${table} may refuse rows of the last release, which writes ${columns.join(', ')}: if its code keeps to the check, name it in checksKeptBefore`,
        ];
  const isAccepted = empty.length === columns.length && (await doesHoldByDefault(db, check));
  return isAccepted
    ? []
    : [
        `the check ${name} of ${table} refuses rows of the last release, which leaves ${empty.join(', ')} empty: it must hold for null, and name no older column`,
      ];
};

const keyFaults = (after: Schema, before: Schema, key: Key, writes: Writes): string[] => {
  const { name, table, columns, joinsNulls } = key;
  const isEmpty = (column: string) =>
    !writes(table, column) &&
    after.columns.some((one) => one.table === table && one.name === column && !one.hasDefault);
  const isStricter = (other: Key) =>
    other.table === table &&
    other.joinsNulls === joinsNulls &&
    (other.predicate === null || other.predicate === key.predicate) &&
    other.columns.every((column) => columns.includes(column));
  return (columns.some(isEmpty) && !joinsNulls) || before.keys.some(isStricter)
    ? []
    : [
        `the unique index ${name} may refuse rows of the last release, which writes ${columns.join(', ')}`,
      ];
};

/** Columns that must have a value, which nothing gives them in a row that leaves them out. */
const columnFaults = (release: LastRelease, before: Schema, after: Schema): string[] =>
  after.columns.flatMap(({ table, name, isNotNull, hasDefault }) => {
    const former = before.columns.find((one) => one.table === table && one.name === name);
    const wasLeftOut = former === undefined || former.hasDefault;
    return release.hasTable(table) && isNotNull && !hasDefault && wasLeftOut
      ? [`${table}.${name} is not null without a default: the last release may leave it out`]
      : [];
  });

/**
 * What makes inserts of the last release fail.
 *
 * @param before its schema
 * @param after the schema of the database now
 * @param kept checks to which the values of the last release keep, by their authors' word
 */
export const insertFaults = async (
  db: Kysely<unknown>,
  release: LastRelease,
  before: Schema,
  after: Schema,
  kept: ReadonlySet<string>,
): Promise<string[]> => {
  const writes: Writes = (table, name) =>
    before.columns.some((one) => one.table === table && one.name === name) &&
    release.userOf(name) !== undefined;
  const faults = columnFaults(release, before, after);
  for (const check of after.checks)
    if (
      release.hasTable(check.table) &&
      !before.checks.some(
        ({ table, expression }) => table === check.table && expression === check.expression,
      )
    )
      faults.push(...(await checkFaults(db, check, writes, kept)));
  for (const key of after.keys)
    if (release.hasTable(key.table)) faults.push(...keyFaults(after, before, key, writes));
  return faults;
};
