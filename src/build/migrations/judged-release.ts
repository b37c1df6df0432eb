import type { Users } from './last-release.ts';
import type { Key, Schema } from './read-schema.ts';

/** What the last release has, which a statement is judged by. */
export interface LastRelease extends Users {
  hasTable(name: string): boolean;
  hasColumn(table: string, name: string): boolean;
  /** Whether a validated `check (<column> is not null)` stands. */
  isCheckedNotNull(table: string, column: string): boolean;
  /** Whether a function may return another value for each row; one that the release does not have may. */
  isVolatile(name: string): boolean;
  /** Whether PostgreSQL has the function, not the project. */
  isBuiltIn(name: string): boolean;
  /** Whether the project has the function. */
  hasFunction(name: string): boolean;
  /** A unique index, or the constraint of its name. */
  findKey(name: string): Key | undefined;
  /** Whether another unique index has the same columns. */
  hasTwin(key: Key): boolean;
}

/** Whether an index does what another one does, for the same columns. */
const isSameKey = (one: Key, other: Key): boolean =>
  one.table === other.table &&
  (one.predicate === null || one.predicate === other.predicate) &&
  one.columns.length === other.columns.length &&
  one.columns.every((column) => other.columns.includes(column));

/** The last release by its database and its files. */
export const describeRelease = (
  { columns, keys, checks, functions }: Schema,
  users: Users,
): LastRelease => ({
  ...users,
  hasTable: (name) => columns.some(({ table }) => table === name),
  hasColumn: (table, name) => columns.some((one) => one.table === table && one.name === name),
  isCheckedNotNull: (table, column) =>
    checks.some(
      (check) =>
        check.table === table &&
        check.isValidated &&
        check.expression === `(${column} IS NOT NULL)`,
    ),
  isVolatile: (name) => functions.find((one) => one.name === name)?.isVolatile ?? true,
  isBuiltIn: (name) => functions.find((one) => one.name === name)?.isBuiltIn ?? false,
  hasFunction: (name) => functions.some((one) => one.name === name && !one.isBuiltIn),
  findKey: (name) => keys.find((key) => key.name === name),
  hasTwin: (key) => keys.some((other) => other.name !== key.name && isSameKey(other, key)),
});

/** What is wrong with taking a name from the last release. */
export const takesAway = (
  release: Pick<LastRelease, 'userOf'>,
  what: string,
  name: string,
): string[] => {
  const file = release.userOf(name);
  return file === undefined
    ? []
    : [`takes ${what} ${name} away, which the last release uses (${file})`];
};

/** What is wrong with dropping an index, or the constraint of its name. */
export const keyFaults = (release: LastRelease, name: string): string[] => {
  const key = release.findKey(name);
  if (!key || release.hasTwin(key)) return [];
  const file = release.conflictUserOf(key.table, key.columns);
  return file === undefined
    ? []
    : [`takes ${name} away, which an "on conflict" of the last release needs (${file})`];
};
