import type { MentionedType } from '#charts/model/chart-source.ts';
import { isNode, nodesIn, type SyntaxNode } from './syntax.ts';

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
