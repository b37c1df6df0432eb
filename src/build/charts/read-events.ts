import type { DeclaredEvent, DeclaredFields, MentionedType } from '#charts/model/chart-source.ts';
import { isNode, keyOf, nodesIn, type SyntaxNode } from '#charts/model/syntax.ts';

/** A named declaration of a file: a type, a value or an import. */
export interface Declaration extends MentionedType {
  /** The syntax node of the type or value; undefined for an import. */
  node?: SyntaxNode | undefined;
}

interface Comment {
  type: string;
  value: string;
  start: number;
  end: number;
}

const nameIn = (node: unknown): string => (isNode(node) ? String(node['name']) : '');

/** All declarations and imports of a parsed file by name; types include their docstrings. */
export const declarationsIn = (
  program: unknown,
  comments: Comment[],
  source: string,
): Map<string, Declaration> => {
  const found = new Map<string, Declaration>();
  for (const node of nodesIn(program)) {
    if (node.type === 'ImportDeclaration') {
      const module = String((node['source'] as SyntaxNode)['value']);
      for (const { local } of node['specifiers'] as SyntaxNode[])
        found.set(nameIn(local), { name: nameIn(local), module });
    }
    if (node.type === 'VariableDeclarator' && isNode(node['init'])) {
      const name = nameIn(node['id']);
      found.set(name, { name, node: node['init'] });
    }
    if (node.type === 'TSTypeAliasDeclaration' || node.type === 'TSInterfaceDeclaration') {
      const name = nameIn(node['id']);
      const start = source
        .slice(0, node.start)
        .replace(/export\s+$/, '')
        .trimEnd().length;
      const comment = comments.find(({ end, value }) => end === start && value.startsWith('*'));
      const docstring = comment ? `${source.slice(comment.start, comment.end)}\n` : '';
      const type = node['typeAnnotation'] ?? node['body'];
      found.set(name, {
        name,
        text: docstring + source.slice(node.start, node.end),
        node: isNode(type) ? type : node,
      });
    }
  }
  return found;
};

/** The types that the nodes reference, directly or through other types; without those of xstate. */
export const mentionedIn = (
  nodes: SyntaxNode[],
  declarations: ReadonlyMap<string, Declaration>,
): MentionedType[] => {
  const found = new Map<string, MentionedType>();
  const visit = (node: SyntaxNode): void => {
    for (const { type, typeName } of nodesIn(node)) {
      if (type !== 'TSTypeReference') continue;
      const declaration = declarations.get(nameIn(typeName));
      if (!declaration || declaration.module === 'xstate' || found.has(declaration.name)) continue;
      const { node: declared, ...mentioned } = declaration;
      found.set(declaration.name, mentioned);
      if (declared) visit(declared);
    }
  };
  nodes.forEach(visit);
  return [...found.values()];
};

/** The string literals of a literal type or of a union of them. */
const literalsOf = (node: SyntaxNode): string[] => {
  if (node.type === 'TSUnionType') return (node['types'] as SyntaxNode[]).flatMap(literalsOf);
  const literal = node['literal'] as SyntaxNode | undefined;
  return literal ? [String(literal['value'])] : [];
};

/**
 * The events of a union type, discriminated by `type`. Aliases of the same file are resolved; the
 * payload is the source text of the other members.
 */
export const eventsOf = (
  node: SyntaxNode | undefined,
  declarations: ReadonlyMap<string, Declaration>,
  textOf: (node: SyntaxNode) => string,
): DeclaredEvent[] => {
  const inside = (next: unknown) => eventsOf(next as SyntaxNode, declarations, textOf);
  if (node?.type === 'TSParenthesizedType') return inside(node['typeAnnotation']);
  if (node?.type === 'TSUnionType') return (node['types'] as SyntaxNode[]).flatMap(inside);
  if (node?.type === 'TSTypeReference') {
    const name = String((node['typeName'] as SyntaxNode)['name']);
    return inside(declarations.get(name)?.node);
  }
  if (node?.type === 'TSIntersectionType') {
    const parts = (node['types'] as SyntaxNode[]).map((part) => ({ part, events: inside(part) }));
    const others = parts.filter(({ events }) => events.length === 0);
    return parts
      .flatMap(({ events }) => events)
      .map(({ type, payload }) => ({
        type,
        payload: [payload, ...others.map(({ part }) => textOf(part))].filter(Boolean).join(' & '),
      }));
  }
  const members = (node?.['members'] ?? node?.['body'] ?? []) as SyntaxNode[];
  if (!Array.isArray(members)) return [];
  const typeMember = members.find((member) => keyOf(member) === 'type');
  const annotation = (typeMember?.['typeAnnotation'] as SyntaxNode | undefined)?.['typeAnnotation'];
  if (!annotation) return [];
  const others = members.filter((member) => member !== typeMember).map(textOf);
  const payload = others.length > 0 ? `{ ${others.join(' ').replace(/[;,]$/, '')} }` : undefined;
  return literalsOf(annotation as SyntaxNode).map((type) => ({ type, payload }));
};

interface Member {
  annotation: SyntaxNode;
  isOptional: boolean;
}

/** One member of a union type: its properties by name. */
type Variant = Map<string, Member>;

const membersOf = (node: SyntaxNode): Variant => {
  const members = [node['members'] ?? node['body'] ?? []].flat() as SyntaxNode[];
  return new Map(
    members.flatMap((member) => {
      const annotation = (member['typeAnnotation'] as SyntaxNode | undefined)?.['typeAnnotation'];
      return isNode(annotation)
        ? [[keyOf(member), { annotation, isOptional: member['optional'] === true }] as const]
        : [];
    }),
  );
};

/** Resolves unions, intersections and aliases of the same file to a list of object types. */
const variantsOf = (
  node: SyntaxNode | undefined,
  declarations: ReadonlyMap<string, Declaration>,
): Variant[] => {
  if (!node) return [];
  const inside = (next: unknown) => variantsOf(next as SyntaxNode, declarations);
  if (node.type === 'TSParenthesizedType') return inside(node['typeAnnotation']);
  if (node.type === 'TSUnionType') return (node['types'] as SyntaxNode[]).flatMap(inside);
  if (node.type === 'TSTypeReference')
    return inside(declarations.get(String((node['typeName'] as SyntaxNode)['name']))?.node);
  if (node.type !== 'TSIntersectionType') return [membersOf(node)];
  return (node['types'] as SyntaxNode[])
    .map(inside)
    .filter((variants) => variants.length > 0)
    .reduce((left, right) => left.flatMap((a) => right.map((b) => new Map([...a, ...b]))));
};

/** The fields of an event type that occurs in two variants: a field of only one is optional. */
const mergeFields = (first: DeclaredFields, second: DeclaredFields): DeclaredFields =>
  Object.fromEntries(
    [...new Set([...Object.keys(first), ...Object.keys(second)])].map((name) => {
      const found = [first[name], second[name]].filter((field) => field !== undefined);
      const type = [...new Set(found.map((field) => field.type))].join(' | ');
      return [
        name,
        { type, isOptional: found.length < 2 || found.some((field) => field.isOptional) },
      ];
    }),
  );

/**
 * The fields of each event's payload, by event type.
 *
 * @param events the type that `setup` declares for its events
 */
export const payloadFieldsOf = (
  events: SyntaxNode | undefined,
  declarations: ReadonlyMap<string, Declaration>,
  textOf: (node: SyntaxNode) => string,
): Record<string, DeclaredFields> => {
  const payloads: Record<string, DeclaredFields> = {};
  for (const variant of variantsOf(events, declarations)) {
    const discriminant = variant.get('type');
    const fields: DeclaredFields = Object.fromEntries(
      [...variant]
        .filter(([name]) => name !== 'type')
        .map(([name, { annotation, isOptional }]) => [
          name,
          { type: textOf(annotation), isOptional },
        ]),
    );
    for (const type of discriminant ? literalsOf(discriminant.annotation) : []) {
      const known = payloads[type];
      payloads[type] = known ? mergeFields(known, fields) : fields;
    }
  }
  return payloads;
};
