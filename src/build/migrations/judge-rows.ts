import type { Node } from 'libpg-query';
import type { LastRelease } from './judged-release.ts';
import { findAll, tablesOf, textOf } from './syntax-tree.ts';

const nameOf = (statement: Record<string, unknown>): string =>
  tablesOf({ relation: statement['relation'] })[0] ?? '';

/** Tables of which a statement, or a part of it, locks rows. */
const lockedTables = (statement: Node): string[] => {
  const upserts = findAll(statement, 'InsertStmt').filter((insert) =>
    findAll(insert['onConflictClause'], 'action').some(
      (action) => String(action) === 'ONCONFLICT_UPDATE',
    ),
  );
  const changes = ['UpdateStmt', 'DeleteStmt', 'MergeStmt'].flatMap((kind) =>
    findAll(statement, kind),
  );
  return [
    ...[...changes, ...upserts].map(nameOf),
    ...(findAll(statement, 'lockingClause').length > 0 ? tablesOf(statement) : []),
  ];
};

/** Functions of PostgreSQL that, if volatile, change settings, take locks, wait or end sessions. */
const ACTING = /^(?:pg_|set_config$)/;

/** Functions that a statement calls, of the project or with effects of their own. */
const calledFunctions = (release: LastRelease, statement: Node): string[] =>
  findAll(statement, 'FuncCall').flatMap(({ funcname }) => {
    const [name, schema] = (funcname as Node[]).map(textOf).reverse();
    const isBuiltIn = release.isBuiltIn(name ?? '') && (schema ?? 'pg_catalog') === 'pg_catalog';
    const doesAct = release.isVolatile(name ?? '') && ACTING.test(name ?? '');
    return (isBuiltIn && !doesAct) || name === undefined ? [] : [name];
  });

/** What is wrong with a statement that reads or changes rows. */
export const rowFaults = (release: LastRelease, statement: Node): string[] => [
  ...[...new Set(lockedTables(statement))]
    .filter((table) => release.hasTable(table))
    .map(
      (table) =>
        `locks rows of ${table} until the migration ends: change them in small parts, outside of it`,
    ),
  ...calledFunctions(release, statement).map(
    (name) => `calls ${name}(), whose effects can't be judged`,
  ),
];
