/** A node of the syntax tree (ESTree): its type, its start and end offsets, and its children. */
export interface SyntaxNode {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/** Whether a value of a syntax tree is a node. */
export const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

/** A node and all its descendants, in source order. */
export const nodesIn = (value: unknown): SyntaxNode[] => {
  if (Array.isArray(value)) return value.flatMap(nodesIn);
  if (!isNode(value)) return [];
  return [value, ...Object.values(value).flatMap(nodesIn)];
};

/** The name of the called function, `send` for `actor.send(…)`; empty for other nodes. */
export const calleeOf = ({ type, callee }: SyntaxNode): string => {
  if (type !== 'CallExpression' || !isNode(callee)) return '';
  return nameOf(callee.type === 'MemberExpression' ? callee['property'] : callee);
};

/** The arguments of a call, without spreads' non-node values. */
export const argumentsOf = (call: SyntaxNode): SyntaxNode[] =>
  ((call['arguments'] ?? []) as unknown[]).filter(isNode);

/** The name of an identifier, or the value of a literal in place of one; empty for other nodes. */
export const nameOf = (node: unknown): string =>
  isNode(node) ? String(node['name'] ?? node['value'] ?? '') : '';

/** The name of a property or type member. */
export const keyOf = ({ key }: SyntaxNode): string => nameOf(key);

/** The property values of an object expression by name, without computed keys; empty for other nodes. */
export const propertiesOf = (node: unknown): Map<string, SyntaxNode> =>
  new Map(
    (isNode(node) ? ((node['properties'] ?? []) as SyntaxNode[]) : []).flatMap((property) =>
      property.type === 'Property' && !property['computed'] && isNode(property['value'])
        ? [[keyOf(property), property['value']] as const]
        : [],
    ),
  );

/** A property of an object type or an interface. */
export interface TypeMember {
  name: string;
  type: SyntaxNode;
  isOptional: boolean;
}

/** The members of an object type or the body of an interface, methods and index signatures included. */
export const membersOf = (type: SyntaxNode | undefined): SyntaxNode[] =>
  (type?.type === 'TSTypeLiteral'
    ? type['members']
    : type?.type === 'TSInterfaceBody'
      ? type['body']
      : []) as SyntaxNode[];

/** The type that is written behind a name: `name: Type`. */
export const annotationOf = ({ typeAnnotation }: SyntaxNode): SyntaxNode | undefined =>
  (typeAnnotation as SyntaxNode | undefined)?.['typeAnnotation'] as SyntaxNode | undefined;

/** The properties of an object type or the body of an interface. */
export const fieldsOf = (type: SyntaxNode | undefined): TypeMember[] =>
  membersOf(type).flatMap((member) => {
    const annotation = annotationOf(member);
    return member.type === 'TSPropertySignature' && annotation
      ? [{ name: keyOf(member), type: annotation, isOptional: member['optional'] === true }]
      : [];
  });

/**
 * The event types of an expression: the values of its `type` properties, both branches of a conditional
 * included. Parts that are only known at run time are `*`.
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

/** A chart as its source has it. */
export interface ChartDefinition {
  /** `createMachine(…)` or `setup(…).createMachine(…)`. */
  create: SyntaxNode;
  /** The object with its states. */
  config: SyntaxNode | undefined;
  /** The object with its implementations: of `setup`, else the second one of `createMachine`. */
  setup: SyntaxNode | undefined;
}

/** Every chart that a parsed file creates. */
export const findCharts = (program: unknown): ChartDefinition[] =>
  nodesIn(program).flatMap((create) => {
    if (calleeOf(create) !== 'createMachine') return [];
    const { callee } = create;
    const object = isNode(callee) ? callee['object'] : undefined;
    const isSource = ({ type, id }: SyntaxNode) =>
      type === 'VariableDeclarator' && nameOf(id) !== '' && nameOf(id) === nameOf(object);
    const call = nodesIn(program).find(isSource)?.['init'] ?? object;
    const [config, implementations] = argumentsOf(create);
    const isSetup = isNode(call) && calleeOf(call) === 'setup';
    return [{ create, config, setup: isSetup ? argumentsOf(call)[0] : implementations }];
  });
