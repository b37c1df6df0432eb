import {
  type CreateFunctionStmt,
  type DropStmt,
  type IndexStmt,
  type Node,
  type ParseResult,
  parse,
  type RenameStmt,
} from 'libpg-query';
import { alterTableFaults, newTableFaults } from './judge-alter-table.ts';
import { lockFaults, type TransactionState } from './judge-locks.ts';
import { rowFaults } from './judge-rows.ts';
import { keyFaults, type LastRelease, takesAway } from './judged-release.ts';
import { droppedNames, findAll, textOf } from './syntax-tree.ts';

/** Statements that neither wait for traffic nor take anything away. */
const HARMLESS = new Set(['CommentStmt', 'CreateEnumStmt', 'CreateSeqStmt']);

/** Statements that read or change rows. */
const ROW_STATEMENTS = [
  'CreateTableAsStmt',
  'DeleteStmt',
  'InsertStmt',
  'SelectStmt',
  'UpdateStmt',
  'ViewStmt',
];

const indexFaults = (release: LastRelease, { relation, concurrent, idxname }: IndexStmt) =>
  concurrent || !release.hasTable(relation?.relname ?? '')
    ? []
    : [
        `builds ${idxname ?? 'an index'} under a lock: create it concurrently, in a migration that isOutsideTransaction`,
      ];

const dropFaults = (release: LastRelease, statement: DropStmt): string[] => {
  const { removeType } = statement;
  if (removeType === 'OBJECT_TRIGGER') return [];
  const names = droppedNames(statement);
  if (removeType === 'OBJECT_INDEX') return names.flatMap((name) => keyFaults(release, name));
  const what = `the ${removeType?.replace('OBJECT_', '').toLowerCase()}`;
  return names.flatMap((name) => takesAway(release, what, name));
};

const renameFaults = (
  release: LastRelease,
  { subname, relation, object }: RenameStmt,
): string[] => {
  const names = object && 'List' in object ? object.List.items : findAll(object, 'objname').flat();
  const named = textOf((names as Node[] | undefined)?.at(-1));
  return takesAway(release, 'the name', subname ?? relation?.relname ?? named);
};

/** Only the body of an SQL function can be parsed; whatever calls one runs it. */
const functionFaults = async (
  release: LastRelease,
  { funcname, options }: CreateFunctionStmt,
): Promise<string[]> => {
  const optionOf = (name: string) =>
    findAll(options, 'DefElem').find(({ defname }) => defname === name)?.['arg'];
  const [body] = findAll(optionOf('as'), 'String').map(({ sval }) => String(sval));
  const isSql = textOf(optionOf('language') as Node | undefined) === 'sql';
  const name = textOf(funcname?.at(-1));
  // With other parameters it stands beside the one of the last release, whose calls may then be ambiguous.
  if (release.hasFunction(name))
    return [`${name}() is a function of the last release: add one of another name`];
  return isSql && body !== undefined
    ? judgeStatement(release, body)
    : [`${name}() can't be judged: it belongs to src/server/database/functions/`];
};

const faultsOf = async (release: LastRelease, statement: Node): Promise<string[]> => {
  if ('AlterTableStmt' in statement) return alterTableFaults(release, statement.AlterTableStmt);
  if ('CreateStmt' in statement) return newTableFaults(release, statement);
  if ('IndexStmt' in statement) return indexFaults(release, statement.IndexStmt);
  if ('DropStmt' in statement) return dropFaults(release, statement.DropStmt);
  if ('RenameStmt' in statement) return renameFaults(release, statement.RenameStmt);
  if ('CreateFunctionStmt' in statement)
    return functionFaults(release, statement.CreateFunctionStmt);
  if ('AlterEnumStmt' in statement) {
    const { oldVal } = statement.AlterEnumStmt;
    return oldVal ? takesAway(release, 'the value', oldVal) : [];
  }
  if ('VariableSetStmt' in statement) {
    const { name = '' } = statement.VariableSetStmt;
    return name === 'statement_timeout'
      ? []
      : [`sets ${name}, under which statements may mean something else`];
  }
  const [kind = ''] = Object.keys(statement);
  if (ROW_STATEMENTS.includes(kind)) return rowFaults(release, statement);
  return HARMLESS.has(kind) ? [] : [`${kind} can't be judged`];
};

/**
 * What is wrong with a statement of a migration that runs beside servers of the last release, whose tables have
 * 10⁶ rows and traffic: what it takes from them, which tables it rewrites or locks for longer than a moment.
 *
 * @param state of its transaction
 */
export const judgeStatement = async (
  release: LastRelease,
  text: string,
  state: TransactionState = { filled: new Set() },
): Promise<string[]> => {
  const parsed: ParseResult | Error = await parse(text).catch((error: Error) => error);
  if (parsed instanceof Error) return [`can't be parsed (${parsed.message})`];
  const faults: string[] = [];
  for (const { stmt } of parsed.stmts ?? [])
    if (stmt) faults.push(...(await faultsOf(release, stmt)), ...lockFaults(release, stmt, state));
  return faults;
};
