import {
  type AlterTableCmd,
  type AlterTableStmt,
  type Constraint,
  type DeleteStmt,
  type DropStmt,
  type IndexStmt,
  type Node,
  type ParseResult,
  parse,
  type RenameStmt,
  type UpdateStmt,
} from 'libpg-query';

/** What the last release has, which a statement is judged by. */
export interface LastRelease {
  hasTable(name: string): Promise<boolean>;
  /** Whether a validated `check (<column> is not null)` stands. */
  isCheckedNotNull(table: string, column: string): Promise<boolean>;
  /** Whether a function may return another value for each row. */
  isVolatile(name: string): Promise<boolean>;
  /** The file whose SQL names a table, column, type or function; undefined if none does. */
  userOf(name: string): string | undefined;
}

/** Statements that neither wait for traffic nor take anything away. */
const HARMLESS = new Set([
  'CommentStmt',
  'CreateEnumStmt',
  'CreateFunctionStmt',
  'CreateSeqStmt',
  'CreateStmt',
  'CreateTableAsStmt',
  'InsertStmt',
  'SelectStmt',
  'VariableSetStmt',
  'ViewStmt',
]);

const textOf = (node: Node | undefined): string =>
  node && 'String' in node ? (node.String.sval ?? '') : '';

/** Every node of one kind, at any depth. */
const findAll = (tree: unknown, kind: string): Record<string, unknown>[] => {
  if (typeof tree !== 'object' || tree === null) return [];
  return Object.entries(tree).flatMap(([key, value]) => [
    ...(key === kind ? [value] : []),
    ...findAll(value, kind),
  ]);
};

const constraintsOf = (nodes: readonly Node[] = []): Constraint[] =>
  nodes.flatMap((node) => ('Constraint' in node ? [node.Constraint] : []));

const takesAway = (release: LastRelease, what: string, name: string): string[] => {
  const file = release.userOf(name);
  return file === undefined
    ? []
    : [`takes ${what} ${name} away, which the last release uses (${file})`];
};

const addedColumnFaults = async (
  release: LastRelease,
  { def }: AlterTableCmd,
): Promise<string[]> => {
  if (!def || !('ColumnDef' in def)) return [];
  const { colname = '', constraints } = def.ColumnDef;
  const own = constraintsOf(constraints);
  const types = new Set(own.map(({ contype }) => contype));
  const faults: string[] = [];
  if (types.has('CONSTR_NOTNULL') && !types.has('CONSTR_DEFAULT'))
    faults.push(
      `adds ${colname} as not null without a default: rows of the last release have no value`,
    );
  if (types.has('CONSTR_IDENTITY') || types.has('CONSTR_GENERATED'))
    faults.push(`rewrites the table for ${colname}`);
  if (types.has('CONSTR_PRIMARY') || types.has('CONSTR_UNIQUE'))
    faults.push(`builds an index for ${colname} under a lock: build it concurrently`);
  if (types.has('CONSTR_FOREIGN') || types.has('CONSTR_CHECK'))
    faults.push(`checks every row for ${colname} under a lock: add the constraint as not valid`);
  for (const { raw_expr: expression } of own.filter(({ contype }) => contype === 'CONSTR_DEFAULT'))
    for (const call of findAll(expression, 'FuncCall')) {
      const name = textOf((call['funcname'] as Node[]).at(-1));
      if (await release.isVolatile(name))
        faults.push(`rewrites the table: ${name}() gives ${colname} another default in each row`);
    }
  return faults;
};

const addedConstraintFaults = ({ def }: AlterTableCmd): string[] => {
  const {
    contype,
    conname = '',
    skip_validation,
    indexname,
  } = def && 'Constraint' in def ? def.Constraint : ({} as Constraint);
  const isIndex = contype === 'CONSTR_PRIMARY' || contype === 'CONSTR_UNIQUE';
  if (isIndex && indexname === undefined)
    return [
      `builds an index for ${conname} under a lock: build it concurrently, then add it by using index`,
    ];
  return isIndex || skip_validation
    ? []
    : [
        `checks every row for ${conname} under a lock: add it as not valid, validate it in a migration of its own`,
      ];
};

const commandFaults = async (
  release: LastRelease,
  table: string,
  command: AlterTableCmd,
): Promise<string[]> => {
  const { subtype, name = '', def } = command;
  switch (subtype) {
    case 'AT_AddColumn':
      return addedColumnFaults(release, command);
    case 'AT_AddConstraint':
      return addedConstraintFaults(command);
    case 'AT_DropColumn':
      return takesAway(release, 'the column', name);
    case 'AT_SetNotNull':
      return (await release.isCheckedNotNull(table, name))
        ? []
        : [
            `makes ${name} not null: in this release a check (${name} is not null), not valid, then validated; not null in the next`,
          ];
    case 'AT_ColumnDefault':
      return def ? [] : takesAway(release, 'the default of', name);
    case 'AT_ValidateConstraint':
    case 'AT_DropConstraint':
    case 'AT_DropNotNull':
    case 'AT_SetRelOptions':
    case 'AT_SetStatistics':
      return [];
    default:
      return [`${subtype} rewrites the table, or locks it for an unknown time`];
  }
};

const alterTableFaults = async (release: LastRelease, { relation, cmds }: AlterTableStmt) => {
  const table = relation?.relname ?? '';
  if (!(await release.hasTable(table))) return [];
  const commands = (cmds ?? []).flatMap((node) =>
    'AlterTableCmd' in node ? [node.AlterTableCmd] : [],
  );
  const faults: string[] = [];
  for (const command of commands) faults.push(...(await commandFaults(release, table, command)));
  return faults;
};

const indexFaults = async (release: LastRelease, { relation, concurrent, idxname }: IndexStmt) =>
  concurrent || !(await release.hasTable(relation?.relname ?? ''))
    ? []
    : [
        `builds ${idxname ?? 'an index'} under a lock: create it concurrently, in a migration that isOutsideTransaction`,
      ];

const dropFaults = (release: LastRelease, { objects = [], removeType }: DropStmt): string[] => {
  if (removeType === 'OBJECT_INDEX' || removeType === 'OBJECT_TRIGGER') return [];
  const names = objects.flatMap((object) => {
    if ('List' in object) return [textOf(object.List.items?.at(-1))];
    const named = 'TypeName' in object ? object.TypeName.names : findAll(object, 'objname').flat();
    return [textOf((named as Node[] | undefined)?.at(-1))];
  });
  const what = `the ${removeType?.replace('OBJECT_', '').toLowerCase()}`;
  return names.flatMap((name) => takesAway(release, what, name));
};

const renameFaults = (
  release: LastRelease,
  { subname, relation, object }: RenameStmt,
): string[] => {
  const named = object && 'List' in object ? textOf(object.List.items?.at(-1)) : '';
  return takesAway(release, 'the name', subname ?? relation?.relname ?? named);
};

const rowFaults = async (
  release: LastRelease,
  { relation }: UpdateStmt | DeleteStmt,
): Promise<string[]> => {
  const table = relation?.relname ?? '';
  return (await release.hasTable(table))
    ? [`locks rows of ${table} until the migration ends: change them in small parts, outside of it`]
    : [];
};

const faultsOf = async (release: LastRelease, statement: Node): Promise<string[]> => {
  if ('AlterTableStmt' in statement) return alterTableFaults(release, statement.AlterTableStmt);
  if ('IndexStmt' in statement) return indexFaults(release, statement.IndexStmt);
  if ('DropStmt' in statement) return dropFaults(release, statement.DropStmt);
  if ('RenameStmt' in statement) return renameFaults(release, statement.RenameStmt);
  if ('UpdateStmt' in statement) return rowFaults(release, statement.UpdateStmt);
  if ('DeleteStmt' in statement) return rowFaults(release, statement.DeleteStmt);
  if ('AlterEnumStmt' in statement) {
    const { oldVal } = statement.AlterEnumStmt;
    return oldVal ? takesAway(release, 'the value', oldVal) : [];
  }
  const [kind = ''] = Object.keys(statement);
  return HARMLESS.has(kind) ? [] : [`${kind} can't be judged`];
};

/**
 * What is wrong with a statement of a migration that runs beside servers of the last release, whose tables have
 * 10⁶ rows and traffic: what it takes from them, which tables it rewrites or locks for longer than a moment.
 */
export const judgeStatement = async (release: LastRelease, text: string): Promise<string[]> => {
  const { stmts = [] }: ParseResult = await parse(text);
  const faults: string[] = [];
  for (const { stmt } of stmts) if (stmt) faults.push(...(await faultsOf(release, stmt)));
  return faults;
};
