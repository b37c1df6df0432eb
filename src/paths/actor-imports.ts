import { type Plugin, parseSync } from 'vite';
import { argumentsOf, calleeOf, nodesIn, type SyntaxNode } from '#charts/model/syntax.ts';

const NEVER = '() => new Promise(() => {})';

const nameIn = (node: unknown): string => String((node as SyntaxNode)['name']);

/** The text with other texts in place of some nodes. */
const withReplaced = (text: string, replacements: [node: SyntaxNode, by: string][]): string =>
  replacements
    .toSorted(([a], [b]) => b.start - a.start)
    .reduce((rest, [{ start, end }, by]) => rest.slice(0, start) + by + rest.slice(end), text);

const isIn = (name: string, text: string): boolean =>
  new RegExp(`(?<![\\w$.])${name.replaceAll('$', '\\$')}(?![\\w$])`).test(text);

/**
 * The text of a module in which no promise actor has logic of its own, because somebody answers for it,
 * without the imports that only those used: a server's client, a page's elements.
 */
export const withoutActorImports = (file: string, text: string): string => {
  const { program } = parseSync(file, text);
  const creators = nodesIn(program)
    .filter((node) => calleeOf(node) === 'fromPromise')
    .flatMap((node) => argumentsOf(node).slice(0, 1));
  const imports = nodesIn(program).filter(({ type }) => type === 'ImportDeclaration');
  const replaced = (removed: SyntaxNode[]) =>
    withReplaced(text, [
      ...creators.map((node): [SyntaxNode, string] => [node, NEVER]),
      ...removed.map((node): [SyntaxNode, string] => [node, '']),
    ]);
  const remaining = replaced(imports);
  return replaced(
    imports.filter((node) => {
      const names = (node['specifiers'] as SyntaxNode[]).map(({ local }) => nameIn(local));
      return names.length > 0 && !names.some((name) => isIn(name, remaining));
    }),
  );
};

/** Leaves out what only the promise actors of a chart need, which no tool runs. */
export const actorImports = (): Plugin => ({
  name: 'actor-imports',
  enforce: 'pre',
  transform: {
    filter: {
      id: { include: /\.[cm]?[jt]sx?(?:\?.*)?$/, exclude: /node_modules/ },
      code: /fromPromise/,
    },
    handler: (code, id) => withoutActorImports(id.replace(/\?.*$/, ''), code),
  },
});
