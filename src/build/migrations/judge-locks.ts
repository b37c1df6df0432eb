import type { Node } from 'libpg-query';
import { commandsOf } from './judge-alter-table.ts';
import type { LastRelease } from './judged-release.ts';
import { droppedNames, findAll, tablesOf } from './syntax-tree.ts';

/** What the statements of a transaction have done so far. */
export interface TransactionState {
  /** Each statement is a transaction of its own, which waits for its lock without an end. */
  isOutside?: boolean;
  /** A table of the last release on which the transaction holds a lock that stops writes. */
  locked?: string | undefined;
  /** New tables that have got many rows. */
  filled: Set<string>;
}

/** Commands that let servers go on writing (SHARE UPDATE EXCLUSIVE). */
const MILD = new Set(['AT_ValidateConstraint', 'AT_SetRelOptions', 'AT_SetStatistics']);

/** A table or index of the last release that a statement locks, also by a foreign key that refers to it. */
const lockOf = (release: LastRelease, statement: Node): string | undefined => {
  if ('IndexStmt' in statement && statement.IndexStmt.concurrent) return undefined;
  if ('DropStmt' in statement) {
    const [name = ''] = droppedNames(statement.DropStmt);
    const { removeType, concurrent } = statement.DropStmt;
    if (concurrent) return undefined;
    return removeType === 'OBJECT_INDEX' || release.hasTable(name) ? name : undefined;
  }
  const isMild =
    'AlterTableStmt' in statement &&
    commandsOf(statement.AlterTableStmt).every(({ subtype }) => MILD.has(subtype ?? ''));
  const doesLock = ['AlterTableStmt', 'CreateStmt', 'IndexStmt', 'RenameStmt'].some(
    (kind) => kind in statement,
  );
  return doesLock && !isMild
    ? tablesOf(statement).find((table) => release.hasTable(table))
    : undefined;
};

/** The new table to which a statement adds rows. */
const targetOf = (statement: Node): string | undefined => {
  if ('InsertStmt' in statement) return statement.InsertStmt.relation?.relname;
  if ('CreateTableAsStmt' in statement) return statement.CreateTableAsStmt.into?.rel?.relname;
  return undefined;
};

/** Whether a statement may read or write many rows. */
const isLong = (statement: Node, { filled }: TransactionState): boolean => {
  if ('ViewStmt' in statement) return false;
  if ('IndexStmt' in statement) return filled.has(statement.IndexStmt.relation?.relname ?? '');
  if ('AlterTableStmt' in statement)
    return (
      filled.has(statement.AlterTableStmt.relation?.relname ?? '') ||
      commandsOf(statement.AlterTableStmt).some(
        ({ subtype }) => subtype === 'AT_ValidateConstraint',
      )
    );
  return (
    'UpdateStmt' in statement ||
    'DeleteStmt' in statement ||
    findAll(statement, 'fromClause').length > 0
  );
};

/** What is wrong with a statement that runs while its transaction holds a lock; notes what it locks and fills. */
export const lockFaults = (
  release: LastRelease,
  statement: Node,
  state: TransactionState,
): string[] => {
  const locked = lockOf(release, statement);
  if (state.isOutside && locked !== undefined)
    return [
      `may wait long for its lock on ${locked}, and traffic behind it: do it in a migration without isOutsideTransaction, which gives up soon and tries again`,
    ];
  state.locked ??= locked;
  if (!isLong(statement, state)) return [];
  const target = targetOf(statement);
  if (target !== undefined && !release.hasTable(target)) state.filled.add(target);
  return state.locked === undefined
    ? []
    : [
        `may take long while the transaction holds a lock on ${state.locked}: do it in a migration that isOutsideTransaction`,
      ];
};
