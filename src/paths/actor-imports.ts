import { isBuiltin } from 'node:module';
import { fileURLToPath } from 'node:url';
import { type Plugin, parseSync } from 'vite';
import { argumentsOf, calleeOf, nameOf, nodesIn, type SyntaxNode } from '#charts/model/syntax.ts';

/** The name of a package, or of a part of one; `#name` is the chart's own. */
const PACKAGE = /^[@\w]/;
/** The project itself, whose packages are installed. */
const OWN_SOURCE = fileURLToPath(new URL('../', import.meta.url));

const NEVER = '() => new Promise(() => {})';

const importsOf = (program: unknown): SyntaxNode[] =>
  nodesIn(program).filter(
    (node) => node.type === 'ImportDeclaration' && node['importKind'] !== 'type',
  );

/** The text with other texts in place of some nodes. */
const withReplaced = (text: string, replacements: [node: SyntaxNode, by: string][]): string =>
  replacements
    .toSorted(([a], [b]) => b.start - a.start)
    .reduce((rest, [{ start, end }, by]) => rest.slice(0, start) + by + rest.slice(end), text);

const isInside = ({ start, end }: SyntaxNode, outer: SyntaxNode): boolean =>
  outer.start <= start && outer.end >= end;

/** The nodes that are only the name of a property. */
const propertyNames = (nodes: SyntaxNode[]): Set<unknown> =>
  new Set(
    nodes.flatMap(({ type, computed, shorthand, key, property }) => {
      if (computed || shorthand) return [];
      return type === 'MemberExpression' ? [property] : [key];
    }),
  );

/**
 * The text of a module in which no promise actor has logic of its own, because somebody answers for it,
 * without the imports that only those used: a server's client, a page's elements.
 */
export const withoutActorImports = (file: string, text: string): string => {
  const { program } = parseSync(file, text);
  const nodes = nodesIn(program);
  const all = nodes
    .filter((node) => calleeOf(node) === 'fromPromise')
    .flatMap((node) => argumentsOf(node).slice(0, 1));
  const creators = all.filter((one) => !all.some((other) => other !== one && isInside(one, other)));
  const imports = importsOf(program);
  const names = propertyNames(nodes);
  const used = new Set(
    nodes
      .filter(({ type }) => type === 'Identifier' || type === 'JSXIdentifier')
      .filter(
        (node) =>
          !names.has(node) && ![...creators, ...imports].some((outer) => isInside(node, outer)),
      )
      .map(nameOf),
  );
  const unused = imports.filter((node) => {
    const locals = (node['specifiers'] as SyntaxNode[]).map(({ local }) => nameOf(local));
    return locals.length > 0 && !locals.some((name) => used.has(name));
  });
  return withReplaced(text, [
    ...creators.map((node): [SyntaxNode, string] => [node, NEVER]),
    ...unused.map((node): [SyntaxNode, string] => [node, '']),
  ]);
};

/** Stands for whatever a package that is not installed would export. */
const STAND_IN = `(() => { const it = new Proxy(function () {}, {
  get: (_, key) => (key === 'then' ? undefined : key === Symbol.toPrimitive ? () => '' : it),
  apply: () => it, construct: () => it }); return it; })()`.replaceAll('\n', ' ');

/** The text without the imports of some packages: what they would give is a stand-in. */
const withStandIns = (file: string, text: string, missing: ReadonlySet<string>): string =>
  withReplaced(
    text,
    importsOf(parseSync(file, text).program).flatMap((node): [SyntaxNode, string][] => {
      const { source, specifiers } = node as SyntaxNode & Record<'specifiers', SyntaxNode[]>;
      if (!missing.has(nameOf(source))) return [];
      const names = specifiers.map(({ local }) => `${nameOf(local)} = ${STAND_IN}`);
      return [[node, names.length > 0 ? `const ${names.join(', ')};` : '']];
    }),
  );

/** The packages that stderr was told of. */
const told = new Set<string>();

/**
 * Leaves out of a chart's modules what only its promise actors need, which no tool runs, and the packages
 * that are not installed.
 */
export const actorImports = (): Plugin => ({
  name: 'actor-imports',
  enforce: 'pre',
  transform: {
    filter: {
      id: { include: /\.[cm]?[jt]sx?(?:\?.*)?$/, exclude: [/node_modules/, /\0/] },
    },
    async handler(code, id) {
      const file = id.replace(/\?.*$/, '');
      if (file.startsWith(OWN_SOURCE)) return undefined;
      const text = withoutActorImports(file, code);
      const missing = new Set<string>();
      for (const node of importsOf(parseSync(file, text).program)) {
        const source = nameOf(node['source']);
        if (!PACKAGE.test(source)) continue;
        const isThere = isBuiltin(source)
          ? this.environment.config.consumer === 'server'
          : await this.resolve(source, id);
        if (isThere) continue;
        missing.add(source);
        if (told.size < told.add(source).size)
          process.stderr.write(`${source} is not there. The chart is read without it.\n`);
      }
      return withStandIns(file, text, missing);
    },
  },
});
