import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { parseSync } from 'vite';
import { isNode, type SyntaxNode } from '#charts/model/syntax.ts';

/** What a name of a module stands for: code of the project, or an export of a package. */
type Declared = { file: string; name: string; node: SyntaxNode } | { external: string };

interface Module {
  program: { body: unknown };
  source: string;
  /** The text without comments, layout and trailing commas. */
  code: string;
  /** Top-level values by name. */
  values: Map<string, SyntaxNode>;
  /** Imported and re-exported names: where they come from. */
  imports: Map<string, { from: string; name: string }>;
}

const nameOf = (node: unknown): string =>
  isNode(node) ? String(node['name'] ?? node['value'] ?? '') : '';

const readModule = (source: string): Module => {
  const { program, errors, comments } = parseSync('module.ts', source);
  const [error] = errors;
  if (error) throw new Error(error.message);
  const values = new Map<string, SyntaxNode>();
  const imports = new Map<string, { from: string; name: string }>();
  for (const statement of program.body as unknown as SyntaxNode[]) {
    const from = isNode(statement['source']) ? String(statement['source']['value']) : undefined;
    for (const part of (statement['specifiers'] ?? []) as SyntaxNode[]) {
      const name = nameOf(part['imported'] ?? part['local']);
      if (from === undefined) continue;
      const isDefault = part.type === 'ImportDefaultSpecifier';
      imports.set(nameOf(part['exported'] ?? part['local']), {
        from,
        name: isDefault ? 'default' : part.type === 'ImportNamespaceSpecifier' ? '*' : name,
      });
    }
    const declaration = isNode(statement['declaration']) ? statement['declaration'] : statement;
    if (statement.type === 'ExportDefaultDeclaration') values.set('default', declaration);
    if (isNode(declaration['id'])) values.set(nameOf(declaration['id']), declaration);
    for (const { id, init } of (declaration['declarations'] ?? []) as SyntaxNode[])
      if (isNode(init)) values.set(nameOf(id), init);
  }
  const code = comments
    .reduceRight((text, { start, end }) => text.slice(0, start) + text.slice(end), source)
    .replaceAll(/\s+/g, '')
    .replaceAll(/,(?=[)\]}])/g, '');
  return { program, source, code, values, imports };
};

/** The parsed files of a folder with package.json: what their names stand for. */
export interface ProjectModules {
  text: (file: string) => string;
  /** Throws where the file has a syntax error. */
  module: (file: string) => Module;
  /** Undefined for names that the file does not declare. */
  find: (file: string, name: string) => Declared | undefined;
  /** A file and all that it imports from the project, types included, with their texts. */
  closure: (file: string) => Map<string, string>;
}

/** @param root the folder; files are paths from there */
export const projectModules = (root: string): ProjectModules => {
  const modules = new Map<string, Module>();
  const manifest = join(root, 'package.json');
  const { imports = {} } = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')) : {};
  const aliases = Object.entries(imports as Record<string, string>).map(
    ([alias, target]) => [alias.replace(/\*$/, ''), target.replace(/\*$/, '')] as const,
  );

  const text = (file: string) => readFileSync(join(root, file), 'utf8');
  const module = (file: string): Module => {
    const known = modules.get(file) ?? readModule(text(file));
    modules.set(file, known);
    return known;
  };
  const resolve = (specifier: string, file: string): string | undefined => {
    const alias = aliases.find(([start]) => specifier.startsWith(start));
    if (!alias && !specifier.startsWith('.')) return undefined;
    const path = alias
      ? join(root, alias[1], specifier.slice(alias[0].length))
      : join(root, dirname(file), specifier);
    return existsSync(path) ? relative(root, path).split(sep).join('/') : undefined;
  };
  const find = (file: string, name: string): Declared | undefined => {
    const { values, imports } = module(file);
    const node = values.get(name);
    if (node) return { file, name, node };
    const imported = imports.get(name);
    if (!imported) return undefined;
    const target = resolve(imported.from, file);
    const found = target?.endsWith('.ts') ? find(target, imported.name) : undefined;
    return found ?? { external: `${imported.from}#${imported.name}` };
  };
  const closure = (start: string): Map<string, string> => {
    const found = new Map([[start, module(start).source]]);
    for (const file of found.keys())
      for (const { from } of module(file).imports.values()) {
        const target = resolve(from, file);
        if (target?.endsWith('.ts') && !found.has(target)) found.set(target, module(target).source);
      }
    return found;
  };
  return { text, module, find, closure };
};
