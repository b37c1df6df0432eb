import type { Constraint, DropStmt, Node } from 'libpg-query';

/** The text of a name. */
export const textOf = (node: Node | undefined): string =>
  node && 'String' in node ? (node.String.sval ?? '') : '';

/** Every node of one kind, at any depth. */
export const findAll = (tree: unknown, kind: string): Record<string, unknown>[] => {
  if (typeof tree !== 'object' || tree === null) return [];
  return Object.entries(tree).flatMap(([key, value]) => [
    ...(key === kind ? [value] : []),
    ...findAll(value, kind),
  ]);
};

export const constraintsOf = (nodes: readonly Node[] = []): Constraint[] =>
  nodes.flatMap((node) => ('Constraint' in node ? [node.Constraint] : []));

/** Names of the tables that a statement reads or writes. */
export const tablesOf = (statement: object): string[] =>
  [
    ...findAll(statement, 'RangeVar'),
    ...findAll(statement, 'relation'),
    ...findAll(statement, 'pktable'),
  ].flatMap(({ relname }) => (typeof relname === 'string' ? [relname] : []));

/** Names of what a statement drops. */
export const droppedNames = ({ objects = [] }: DropStmt): string[] =>
  objects.map((object) => {
    if ('List' in object) return textOf(object.List.items?.at(-1));
    const named = 'TypeName' in object ? object.TypeName.names : findAll(object, 'objname').flat();
    return textOf((named as Node[] | undefined)?.at(-1));
  });
