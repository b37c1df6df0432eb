import type { DeclaredEvent } from '#charts/model/chart-source.ts';
import type { Declaration } from './declared-types.ts';
import { keyOf, type SyntaxNode } from './syntax.ts';

/** The string literals of a literal type or of a union of them. */
export const literalsOf = (node: SyntaxNode): string[] => {
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
