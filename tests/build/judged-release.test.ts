import { describe, expect, it } from 'vitest';
import { insertFaults } from '#build/migrations/insert-faults.ts';
import { describeRelease } from '#build/migrations/judged-release.ts';
import { findUsers } from '#build/migrations/last-release.ts';
import type { Key, Schema } from '#build/migrations/read-schema.ts';

const files: Record<string, string> = {
  'src/server/a.ts': "insertInto('users').onConflict((conflict) => conflict.column('email'))",
  'src/server/b.ts': "selectFrom('users').select(['email', 'name'])",
};
const users = findUsers({
  name: 'v1',
  list: () => Object.keys(files),
  read: (file) => files[file] ?? '',
});

const keyOf = (name: string, columns: string[], predicate: string | null = null): Key => ({
  name,
  table: 'users',
  columns,
  predicate,
  joinsNulls: false,
});
const columnOf = (name: string) => ({ table: 'users', name, isNotNull: false, hasDefault: false });
const checkOf = (column: string, isValidated: boolean) => ({
  name: column,
  table: 'users',
  columns: [column],
  expression: `(${column} IS NOT NULL)`,
  isValidated,
});

const schema: Schema = {
  columns: ['email', 'name', 'idle'].map(columnOf),
  keys: [keyOf('whole', ['email']), keyOf('part', ['email'], 'name IS NULL')],
  checks: [checkOf('email', true), checkOf('name', false)],
  functions: [],
};
const release = describeRelease(schema, users);

describe('the last release', () => {
  it('needs a unique index for an "on conflict" of a file that names its table and columns', () => {
    expect(users.conflictUserOf('users', ['email'])).toBe('src/server/a.ts');
    expect(users.conflictUserOf('users', ['email', 'name'])).toBeUndefined();
    expect(users.conflictUserOf('users', ['name'])).toBeUndefined();
  });

  it('has a twin of a unique index only where that covers the same rows', () => {
    expect(release.hasTwin(keyOf('part', ['email'], 'name IS NULL'))).toBe(true);
    expect(release.hasTwin(keyOf('whole', ['email']))).toBe(false);
  });

  it('checks a column only once the check is validated', () => {
    expect(release.isCheckedNotNull('users', 'email')).toBe(true);
    expect(release.isCheckedNotNull('users', 'name')).toBe(false);
  });

  it.each([
    ['idle', 0],
    ['name', 1],
  ])('leaves columns empty that its SQL does not name: %s', async (column, count) => {
    const after = { ...schema, checks: [], keys: [keyOf('added', [column])] };
    expect(await insertFaults({} as never, release, schema, after, new Set())).toHaveLength(count);
  });
});
