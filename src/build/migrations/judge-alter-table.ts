import type { AlterTableCmd, AlterTableStmt, Constraint, Node } from 'libpg-query';
import { keyFaults, type LastRelease, takesAway } from './judged-release.ts';
import { constraintsOf, findAll, textOf } from './syntax-tree.ts';

const SERIAL = /^(?:small|big)?serial[248]?$/;

const addedColumnFaults = (release: LastRelease, { def }: AlterTableCmd): string[] => {
  if (!def || !('ColumnDef' in def)) return [];
  const { colname = '', constraints, typeName } = def.ColumnDef;
  const own = constraintsOf(constraints);
  const types = new Set(own.map(({ contype }) => contype));
  const faults: string[] = [];
  if (types.has('CONSTR_NOTNULL') && !types.has('CONSTR_DEFAULT'))
    faults.push(
      `adds ${colname} as not null without a default: rows of the last release have no value`,
    );
  if (
    types.has('CONSTR_IDENTITY') ||
    types.has('CONSTR_GENERATED') ||
    SERIAL.test(textOf(typeName?.names?.at(-1)))
  )
    faults.push(`rewrites the table for ${colname}`);
  if (types.has('CONSTR_PRIMARY') || types.has('CONSTR_UNIQUE'))
    faults.push(`builds an index for ${colname} under a lock: build it concurrently`);
  if (types.has('CONSTR_FOREIGN') || types.has('CONSTR_CHECK'))
    faults.push(`checks every row for ${colname} under a lock: add the constraint as not valid`);
  for (const { raw_expr: expression } of own.filter(({ contype }) => contype === 'CONSTR_DEFAULT'))
    for (const call of findAll(expression, 'FuncCall')) {
      const name = textOf((call['funcname'] as Node[]).at(-1));
      if (release.isVolatile(name))
        faults.push(`rewrites the table: ${name}() gives ${colname} another default in each row`);
    }
  return faults;
};

/** Actions that keep a row which others refer to: no action, and restrict. */
const KEEPS_ROW = ['a', 'r'];

const keptRowFaults = (
  release: LastRelease,
  { conname, pktable, fk_del_action = 'a' }: Constraint,
): string[] => {
  const other = pktable?.relname ?? '';
  return KEEPS_ROW.includes(fk_del_action) && release.hasTable(other)
    ? [
        `the foreign key ${conname ?? `to ${other}`} keeps the last release from deleting rows of ${other}: on delete cascade or set null`,
      ]
    : [];
};

/** What is wrong with the foreign keys of a new table. */
export const newTableFaults = (release: LastRelease, statement: Node): string[] =>
  findAll(statement, 'Constraint')
    .filter(({ contype }) => contype === 'CONSTR_FOREIGN')
    .flatMap((constraint) => keptRowFaults(release, constraint));

const foreignKeyFaults = (
  release: LastRelease,
  table: string,
  constraint: Constraint,
): string[] => {
  const { conname, fk_attrs = [] } = constraint;
  const written = fk_attrs.map(textOf).filter((column) => release.hasColumn(table, column));
  if (written.length > 0)
    return [
      `the foreign key ${conname} may refuse rows of the last release, which writes ${written.join(', ')}`,
    ];
  return keptRowFaults(release, constraint);
};

const addedConstraintFaults = (
  release: LastRelease,
  table: string,
  { def }: AlterTableCmd,
): string[] => {
  const constraint = def && 'Constraint' in def ? def.Constraint : ({} as Constraint);
  const { contype, conname = '', skip_validation, indexname } = constraint;
  const isIndex = contype === 'CONSTR_PRIMARY' || contype === 'CONSTR_UNIQUE';
  if (isIndex && indexname === undefined)
    return [
      `builds an index for ${conname} under a lock: build it concurrently, then add it by using index`,
    ];
  if (contype === 'CONSTR_FOREIGN' && skip_validation)
    return foreignKeyFaults(release, table, constraint);
  return isIndex || skip_validation
    ? []
    : [
        `checks every row for ${conname} under a lock: add it as not valid, validate it in a migration of its own`,
      ];
};

const isNull = (node: Node | undefined): boolean =>
  findAll(node, 'A_Const').some(({ isnull }) => isnull === true);

const commandFaults = (release: LastRelease, table: string, command: AlterTableCmd): string[] => {
  const { subtype, name = '', def } = command;
  switch (subtype) {
    case 'AT_AddColumn':
      return addedColumnFaults(release, command);
    case 'AT_AddConstraint':
      return addedConstraintFaults(release, table, command);
    case 'AT_DropColumn':
      return takesAway(release, 'the column', name);
    case 'AT_SetNotNull':
      return release.isCheckedNotNull(table, name)
        ? []
        : [
            `makes ${name} not null: in this release a check (${name} is not null), not valid, then validated; not null in the next`,
          ];
    case 'AT_ColumnDefault':
      return def && !isNull(def) ? [] : takesAway(release, 'the default of', name);
    case 'AT_DropConstraint':
      return keyFaults(release, name);
    case 'AT_ValidateConstraint':
    case 'AT_DropNotNull':
    case 'AT_SetRelOptions':
    case 'AT_SetStatistics':
      return [];
    default:
      return [`${subtype} rewrites the table, or locks it for an unknown time`];
  }
};

/** The commands of an `alter table`. */
export const commandsOf = ({ cmds = [] }: AlterTableStmt): AlterTableCmd[] =>
  cmds.flatMap((node) => ('AlterTableCmd' in node ? [node.AlterTableCmd] : []));

/** What is wrong with a change of a table. */
export const alterTableFaults = (release: LastRelease, statement: AlterTableStmt): string[] => {
  const table = statement.relation?.relname ?? '';
  if (!release.hasTable(table)) return newTableFaults(release, { AlterTableStmt: statement });
  return commandsOf(statement).flatMap((command) => commandFaults(release, table, command));
};
