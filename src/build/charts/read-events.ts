import type { DeclaredEvent, DeclaredFields, MentionedType } from '#charts/model/chart-source.ts';
import {
  fieldsOf,
  keyOf,
  membersOf,
  nameOf,
  nodesIn,
  type SyntaxNode,
  type TypeMember,
} from '#charts/model/syntax.ts';
import type { Module } from './project-modules.ts';

interface Variant {
  fields: Map<string, TypeMember>;
  /** The source text of all but its `type`; empty without other members. */
  payload: string;
}

/** The string literals of a literal type or of a union of them. */
const literalsOf = (node: SyntaxNode | undefined): string[] => {
  if (node?.type === 'TSUnionType') return (node['types'] as SyntaxNode[]).flatMap(literalsOf);
  const literal = node?.['literal'] as SyntaxNode | undefined;
  return literal ? [String(literal['value'])] : [];
};

const typesOf = ({ fields }: Variant): string[] => literalsOf(fields.get('type')?.type);

/** The fields of an event type that occurs in two variants: a field of only one is optional. */
const mergeFields = (first: DeclaredFields, second: DeclaredFields): DeclaredFields =>
  Object.fromEntries(
    Object.keys({ ...first, ...second }).map((name) => {
      const found = [first[name], second[name]].filter((field) => field !== undefined);
      const type = [...new Set(found.map((field) => field.type))].join(' | ');
      return [
        name,
        { type, isOptional: found.length < 2 || found.some((field) => field.isOptional) },
      ];
    }),
  );

const productOf = <Item>(lists: Item[][]): Item[][] =>
  lists.reduce<Item[][]>(
    (rows, items) => rows.flatMap((row) => items.map((item) => [...row, item])),
    [[]],
  );

/** Reads the types of a file; those of other files are known by name only. */
export const typeReader = ({ source, values, imports, comments }: Module) => {
  const textOf = ({ start, end }: SyntaxNode): string =>
    source.slice(start, end).replaceAll(/\s+/g, ' ').replace(/^\| /, '').trim();

  /** The type or the value that a name of the file stands for. */
  const declared = (name: string): SyntaxNode | undefined => {
    const node = values.get(name);
    if (node?.type === 'TSTypeAliasDeclaration') return node['typeAnnotation'] as SyntaxNode;
    if (node?.type === 'TSInterfaceDeclaration') return node['body'] as SyntaxNode;
    return node?.type.endsWith('Declaration') ? undefined : node;
  };

  /** The object types of a union, through intersections and aliases of the file. */
  const variantsOf = (node: SyntaxNode | undefined): Variant[] => {
    const types = (node?.['types'] ?? []) as SyntaxNode[];
    if (!node) return [];
    if (node.type === 'TSParenthesizedType')
      return variantsOf(node['typeAnnotation'] as SyntaxNode);
    if (node.type === 'TSTypeReference') return variantsOf(declared(nameOf(node['typeName'])));
    if (node.type === 'TSUnionType') return types.flatMap(variantsOf);
    if (node.type === 'TSIntersectionType') {
      const parts = types.map((part): Variant[] => {
        const variants = variantsOf(part);
        if (variants.some((one) => one.fields.has('type'))) return variants;
        const known = variants.length > 0 ? variants : [{ fields: new Map() }];
        return known.map(({ fields }) => ({ fields, payload: textOf(part) }));
      });
      return productOf(parts).map((row) => ({
        fields: new Map(row.flatMap(({ fields }) => [...fields])),
        payload: row
          .toSorted((a, b) => Number(b.fields.has('type')) - Number(a.fields.has('type')))
          .flatMap(({ payload }) => payload || [])
          .join(' & '),
      }));
    }
    const others = membersOf(node).filter((member) => keyOf(member) !== 'type');
    const payload = others.map(textOf).join(' ').replace(/[;,]$/, '');
    return [
      {
        fields: new Map(fieldsOf(node).map((field) => [field.name, field])),
        payload: payload && `{ ${payload} }`,
      },
    ];
  };

  /** The events of a union type, discriminated by `type`. */
  const eventsOf = (node: SyntaxNode | undefined): DeclaredEvent[] => {
    const events = variantsOf(node).flatMap((variant) =>
      typesOf(variant).map((type) => ({ type, payload: variant.payload || undefined })),
    );
    return [...new Map(events.map((event) => [`${event.type} ${event.payload}`, event])).values()];
  };

  /** The fields of each event's payload, by event type. */
  const payloadsOf = (events: SyntaxNode | undefined): Record<string, DeclaredFields> => {
    const payloads: Record<string, DeclaredFields> = {};
    for (const variant of variantsOf(events)) {
      const fields = [...variant.fields.values()].filter(({ name }) => name !== 'type');
      const read = Object.fromEntries(
        fields.map(({ name, type, isOptional }) => [name, { type: textOf(type), isOptional }]),
      );
      for (const type of typesOf(variant))
        payloads[type] = payloads[type] ? mergeFields(payloads[type], read) : read;
    }
    return payloads;
  };

  /** The declaration of a type with its docstring, or the module of an imported one. */
  const mentioned = (name: string): MentionedType | undefined => {
    const module = imports.get(name)?.from;
    if (module !== undefined) return module === 'xstate' ? undefined : { name, module };
    const node = values.get(name);
    if (!node || !/^TS(?:TypeAlias|Interface)/.test(node.type)) return undefined;
    const before = source.slice(0, node.start).replace(/export\s+$/, '');
    const above = comments.find(
      ({ end, value }) => end === before.trimEnd().length && value.startsWith('*'),
    );
    const docstring = above ? `${source.slice(above.start, above.end)}\n` : '';
    return { name, text: docstring + source.slice(node.start, node.end) };
  };

  /** The types that the nodes reference, directly or through other types; without those of xstate. */
  const mentionedIn = (nodes: SyntaxNode[]): MentionedType[] => {
    const found = new Map<string, MentionedType>();
    const visit = (node: SyntaxNode): void => {
      for (const { type, typeName } of nodesIn(node)) {
        const name = type === 'TSTypeReference' ? nameOf(typeName) : '';
        const mention = found.has(name) ? undefined : mentioned(name);
        if (!mention) continue;
        found.set(name, mention);
        const inner = declared(name);
        if (inner) visit(inner);
      }
    };
    nodes.forEach(visit);
    return [...found.values()];
  };

  return { textOf, declared, eventsOf, payloadsOf, mentionedIn };
};
