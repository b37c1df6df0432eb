/** A node of a parsed file: its kind, where its text begins and ends, and whatever hangs below it. */
export interface SyntaxNode {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/** Whether a value of a syntax tree is a node of it. */
export const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

/** A node and every node below it, in the order of the text. */
export const nodesIn = (value: unknown): SyntaxNode[] => {
  if (Array.isArray(value)) return value.flatMap(nodesIn);
  if (!isNode(value)) return [];
  return [value, ...Object.values(value).flatMap(nodesIn)];
};

/** The name that a call calls, `send` in `actor.send(…)`; empty for other nodes. */
export const calleeOf = ({ type, callee }: SyntaxNode): string => {
  if (type !== 'CallExpression' || !isNode(callee)) return '';
  const named = callee.type === 'MemberExpression' ? callee['property'] : callee;
  return isNode(named) ? String(named['name'] ?? '') : '';
};

/** What a call is given. */
export const argumentsOf = (call: SyntaxNode): SyntaxNode[] =>
  ((call['arguments'] ?? []) as unknown[]).filter(isNode);

/** The name of a property or of a type's member. */
export const keyOf = ({ key }: SyntaxNode): string =>
  isNode(key) ? String(key['name'] ?? key['value'] ?? '') : '';

/** The values of an object's plain properties by their names; nothing for anything else. */
export const propertiesOf = (node: unknown): Map<string, SyntaxNode> =>
  new Map(
    (isNode(node) ? ((node['properties'] ?? []) as SyntaxNode[]) : []).flatMap((property) =>
      property.type === 'Property' && !property['computed'] && isNode(property['value'])
        ? [[keyOf(property), property['value']] as const]
        : [],
    ),
  );

/**
 * The event types that an expression can make: values of its `type` properties, both ways of a
 * condition. Parts that are only known at run time are `*`.
 */
export const eventTypesIn = (value: unknown): string[] =>
  nodesIn(value)
    .filter((node) => node.type === 'Property' && keyOf(node) === 'type')
    .flatMap((node) => textsOf(node['value']));

const textsOf = (value: unknown): string[] => {
  if (!isNode(value)) return [];
  if (value.type === 'Literal') return [String(value['value'])];
  if (value.type === 'TSAsExpression') return textsOf(value['expression']);
  if (value.type === 'ConditionalExpression')
    return [...textsOf(value['consequent']), ...textsOf(value['alternate'])];
  if (value.type !== 'TemplateLiteral') return [];
  const quasis = value['quasis'] as { value: { cooked: string } }[];
  return [quasis.map((quasi) => quasi.value.cooked).join('*')];
};
