import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { parseSync } from 'vite';
import { isNode, nameOf, type SyntaxNode } from '#charts/model/syntax.ts';

/** What a name of a module stands for: code of the project, or an export of a package. */
type Declared = { file: string; name: string; node: SyntaxNode } | { external: string };

/** A parsed file. */
export interface Module {
  program: { body: unknown };
  comments: { type: string; value: string; start: number; end: number }[];
  source: string;
  error: string | undefined;
  /** Top-level values and types by name. */
  values: Map<string, SyntaxNode>;
  /** Imported and re-exported names: where they come from. */
  imports: Map<string, { from: string; name: string }>;
  /** The modules that it imports, also for their effects alone. */
  imported: Set<string>;
}

/** Parses a file; its name says in which language it is written. */
export const parseModule = (source: string, file = 'module.ts'): Module => {
  const { program, errors, comments } = parseSync(file, source);
  const values: Module['values'] = new Map();
  const imports: Module['imports'] = new Map();
  const imported: Module['imported'] = new Set();
  for (const statement of program.body as unknown as SyntaxNode[]) {
    if (isNode(statement['source'])) {
      const from = nameOf(statement['source']);
      imported.add(from);
      for (const part of (statement['specifiers'] ?? []) as SyntaxNode[]) {
        const isDefault = part.type === 'ImportDefaultSpecifier';
        const isAll = part.type === 'ImportNamespaceSpecifier';
        const name = nameOf(part['imported'] ?? part['local']);
        imports.set(nameOf(part['exported'] ?? part['local']), {
          from,
          name: isDefault ? 'default' : isAll ? '*' : name,
        });
      }
    }
    const declaration = isNode(statement['declaration']) ? statement['declaration'] : statement;
    if (statement.type === 'ExportDefaultDeclaration') values.set('default', declaration);
    if (isNode(declaration['id'])) values.set(nameOf(declaration['id']), declaration);
    for (const { id, init } of (declaration['declarations'] ?? []) as SyntaxNode[])
      if (isNode(init)) values.set(nameOf(id), init);
  }
  return { program, comments, source, error: errors[0]?.message, values, imports, imported };
};

export type ProjectModules = ReturnType<typeof projectModules>;

/**
 * The parsed files of a folder with package.json: what their names stand for.
 *
 * @param root the folder; files are paths from there
 */
export const projectModules = (root: string) => {
  const modules = new Map<string, Module>();
  const manifest = join(root, 'package.json');
  const { imports = {} } = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')) : {};
  const aliases = Object.entries(imports as Record<string, string>).map(
    ([alias, target]) => [alias.replace(/\*$/, ''), target.replace(/\*$/, '')] as const,
  );

  const text = (file: string) => readFileSync(join(root, file), 'utf8');
  /** Throws where the file has a syntax error. */
  const module = (file: string): Module => {
    const known = modules.get(file) ?? parseModule(text(file), file);
    if (known.error !== undefined) throw new Error(known.error);
    modules.set(file, known);
    return known;
  };
  /** The file of the project that a file imports so; undefined for a package. */
  const resolve = (specifier: string, file: string): string | undefined => {
    const alias = aliases.find(([start]) => specifier.startsWith(start));
    if (!alias && !specifier.startsWith('.')) return undefined;
    const path = alias
      ? join(root, alias[1], specifier.slice(alias[0].length))
      : join(root, dirname(file), specifier);
    return existsSync(path) ? relative(root, path).split(sep).join('/') : undefined;
  };
  /** What a name stands for; undefined for one that the file does not declare. */
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
  /** A file and all that it imports from the project, types included, with their texts. */
  const closure = (start: string): Map<string, string> => {
    const found = new Map([[start, module(start).source]]);
    for (const file of found.keys())
      for (const from of module(file).imported) {
        const target = resolve(from, file);
        if (target?.endsWith('.ts') && !found.has(target)) found.set(target, module(target).source);
      }
    return found;
  };
  return { text, module, find, closure, resolve };
};
