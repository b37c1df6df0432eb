import type { DeclaredFields } from '#charts/model/chart-source.ts';
import type { Declaration } from './declared-types.ts';
import { literalsOf } from './read-events.ts';
import { isNode, keyOf, type SyntaxNode } from './syntax.ts';

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
