import { createHash } from 'node:crypto';
import { combined, negated, type Rule, ruleText } from '#charts/diff/forms.ts';
import { argumentsOf, calleeOf, isNode, keyOf, type SyntaxNode } from '#charts/model/syntax.ts';
import type { ProjectModules } from './project-modules.ts';

/** Where code stands: its file, and the forms of its parameters and local constants. */
export interface Place {
  file: string;
  scope: ReadonlyMap<string, string>;
  /** Whether names of the project stand for their code. */
  isDeep: boolean;
  /** How many functions with unknown arguments are around it. */
  depth: number;
}

/** Writes code so that equal texts behave equally, whatever its names, types and layout. */
export interface NormalForm {
  formOf: (node: unknown, place: Place) => string;
  ruleOf: (node: SyntaxNode, place: Place) => Rule;
  /** The body of a function, with the forms of its arguments, if given, for its parameters. */
  bodyOf: (
    fn: SyntaxNode,
    args: string[] | undefined,
    place: Place,
  ) => { node: SyntaxNode; place: Place };
  /** The code that a name of the project stands for; undefined for a local name or a package's. */
  meaningOf: (node: SyntaxNode, place: Place) => { node: SyntaxNode; place: Place } | undefined;
}

/** Longer code of a name, such as a list of domains, is written as its digest. */
const LENGTH_MAX = 1000;

export const inShort = (form: string): string =>
  form.length > LENGTH_MAX ? createHash('sha256').update(form).digest('base64') : form;

const NO_MEANING = new Set(
  'type,start,end,range,loc,parent,typeAnnotation,typeArguments,typeParameters,returnType,decorators,declare,definite,accessibility,optional,shorthand,method,kind,generator'.split(
    ',',
  ),
);
const WRAPPERS = /^(?:TS(?:As|Satisfies|NonNull)|Parenthesized|Chain)Expression$/;

/** The expression without parentheses and types. */
export const unwrap = (node: SyntaxNode): SyntaxNode =>
  WRAPPERS.test(node.type) && isNode(node['expression']) ? unwrap(node['expression']) : node;

export const isFunction = ({ type }: SyntaxNode): boolean => /Function/.test(type);

const ARITHMETIC: Record<string, (a: number, b: number) => number> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
};

const childrenOf = (node: SyntaxNode, key: string) => (node[key] ?? []) as SyntaxNode[];

/**
 * @param own the file of the chart, whose names are written without it
 * @param onUse is told of each name of the project that deep code uses
 */
export const normalForm = (
  { find }: ProjectModules,
  own: string,
  onUse: (key: string, found: { file: string; node: SyntaxNode }) => void,
): NormalForm => {
  /** The forms of names of the project, and those that are being written. */
  const forms = new Map<string, string>();
  const expanding = new Set<string>();

  const keyFor = ({ file, name }: { file: string; name: string }): string =>
    `${file === own ? '' : file}#${name}`;

  const bind = (pattern: SyntaxNode, value: string, place: Place, scope: Map<string, string>) => {
    if (pattern.type === 'Identifier') scope.set(String(pattern['name']), value);
    else if (pattern.type === 'AssignmentPattern')
      bind(
        pattern['left'] as SyntaxNode,
        `default(${value}, ${formOf(pattern['right'], { ...place, scope })})`,
        place,
        scope,
      );
    else if (pattern.type === 'RestElement')
      bind(pattern['argument'] as SyntaxNode, `rest(${value})`, place, scope);
    childrenOf(pattern, 'properties').forEach((property) => {
      if (property.type === 'RestElement') bind(property, value, place, scope);
      else bind(property['value'] as SyntaxNode, `${value}.${keyOf(property)}`, place, scope);
    });
    childrenOf(pattern, 'elements').forEach((element, index) => {
      if (isNode(element)) bind(element, `${value}.${index}`, place, scope);
    });
  };

  const bodyOf: NormalForm['bodyOf'] = (fn, args, place) => {
    const scope = new Map(place.scope);
    childrenOf(fn, 'params').forEach((param, index) => {
      const argument = args ? (args[index] ?? 'undefined') : `$${place.depth}.${index}`;
      bind(param, argument, place, scope);
    });
    let body = fn['body'] as SyntaxNode;
    const statements = body.type === 'BlockStatement' ? childrenOf(body, 'body') : [];
    const inner = { ...place, scope, depth: place.depth + (args ? 0 : 1) };
    for (const [index, statement] of statements.entries()) {
      const isLast = index === statements.length - 1;
      if (isLast && statement.type === 'ReturnStatement' && isNode(statement['argument']))
        body = statement['argument'];
      else if (statement.type === 'VariableDeclaration' && statement['kind'] === 'const') {
        for (const { id, init } of childrenOf(statement, 'declarations'))
          bind(id as SyntaxNode, formOf(init, inner), inner, scope);
      } else break;
    }
    return { node: body, place: inner };
  };

  const meaningOf: NormalForm['meaningOf'] = (node, place) => {
    const name = String(node['name']);
    if (node.type !== 'Identifier' || place.scope.has(name)) return undefined;
    const found = find(place.file, name);
    if (!found || 'external' in found || calleeOf(found.node) === 'createMachine') return undefined;
    onUse(keyFor(found), found);
    return { node: unwrap(found.node), place: { ...place, file: found.file, scope: new Map() } };
  };

  const identifierForm = (node: SyntaxNode, place: Place): string => {
    const name = String(node['name']);
    const local = place.scope.get(name);
    if (local !== undefined) return local;
    const found = find(place.file, name);
    if (!found) return name;
    if ('external' in found) return found.external;
    const key = keyFor(found);
    const meaning = place.isDeep && !expanding.has(key) ? meaningOf(node, place) : undefined;
    if (!meaning) return `«${key}»`;
    const known = forms.get(key);
    if (known !== undefined) return known;
    expanding.add(key);
    const form = inShort(formOf(meaning.node, { ...meaning.place, depth: 1 }));
    expanding.delete(key);
    forms.set(key, form);
    return form;
  };

  /** Reads the body of the function that an expression calls, with the arguments in place. */
  const inCalled = <Result>(
    node: SyntaxNode,
    place: Place,
    read: (body: SyntaxNode, place: Place) => Result,
  ): Result | undefined => {
    if (node.type !== 'CallExpression' || !place.isDeep) return undefined;
    const meaning = meaningOf(node['callee'] as SyntaxNode, place);
    const args = argumentsOf(node);
    if (!meaning || !isFunction(meaning.node) || args.some(({ type }) => type === 'SpreadElement'))
      return undefined;
    const key = `${meaning.place.file}#${meaning.node.start}`;
    if (expanding.has(key)) return undefined;
    const forms = args.map((argument) => formOf(argument, place));
    const body = bodyOf(meaning.node, forms, { ...meaning.place, depth: place.depth });
    if (body.node.type === 'BlockStatement') return undefined;
    expanding.add(key);
    const result = read(body.node, body.place);
    expanding.delete(key);
    return result;
  };

  /** A condition that is made of others or compares; undefined for any other expression. */
  const logicOf = (node: SyntaxNode, place: Place): Rule | undefined => {
    const inside = (key: string) => ruleOf(node[key] as SyntaxNode, place);
    if (node.type === 'LogicalExpression' && node['operator'] !== '??')
      return combined(node['operator'] === '&&' ? 'all' : 'any', [inside('left'), inside('right')]);
    if (node.type === 'UnaryExpression' && node['operator'] === '!')
      return negated(inside('argument'));
    if (node.type === 'BinaryExpression' && /^[!=]==?$/.test(String(node['operator']))) {
      const sides = [formOf(node['left'], place), formOf(node['right'], place)];
      if (isNode(node['left']) && unwrap(node['left']).type === 'Literal') sides.reverse();
      const is = sides.join(' === ');
      return String(node['operator']).startsWith('!') ? { not: is } : { is };
    }
    return undefined;
  };

  const ruleOf: NormalForm['ruleOf'] = (given, place) => {
    const node = unwrap(given);
    return logicOf(node, place) ?? inCalled(node, place, ruleOf) ?? { is: plainForm(node, place) };
  };

  const formOf: NormalForm['formOf'] = (given, place) => {
    if (Array.isArray(given)) return given.map((one) => formOf(one, place)).join(', ');
    if (!isNode(given)) return JSON.stringify(given) ?? '';
    const node = unwrap(given);
    const rule = logicOf(node, place);
    return rule ? ruleText(rule) : (inCalled(node, place, formOf) ?? plainForm(node, place));
  };

  const plainForm = (node: SyntaxNode, place: Place): string => {
    const at = (key: string) => formOf(node[key], place);
    switch (node.type) {
      case 'Literal': {
        const { value, raw } = node;
        return typeof value === 'string' ? `'${value}'` : String(value ?? raw);
      }
      case 'Identifier':
        return identifierForm(node, place);
      case 'MemberExpression':
        return node['computed']
          ? `${at('object')}[${at('property')}]`
          : `${at('object')}${node['optional'] ? '?' : ''}.${(node['property'] as SyntaxNode)['name']}`;
      case 'ObjectExpression': {
        const properties = childrenOf(node, 'properties').map((property) =>
          property.type === 'Property' && !property['computed']
            ? `${keyOf(property)}: ${formOf(property['value'], place)}`
            : formOf(property, place),
        );
        const isSpread = properties.some((property) => property.startsWith('SpreadElement'));
        return `{ ${(isSpread ? properties : properties.sort()).join(', ')} }`;
      }
      case 'BinaryExpression': {
        const [left, right] = [at('left'), at('right')];
        const calculate = ARITHMETIC[String(node['operator'])];
        const [a, b] = [Number(left || Number.NaN), Number(right || Number.NaN)];
        return calculate && !Number.isNaN(a + b)
          ? String(calculate(a, b))
          : `(${left} ${node['operator']} ${right})`;
      }
      case 'CallExpression':
        return `${at('callee')}${node['optional'] ? '?.' : ''}(${at('arguments')})`;
      default:
    }
    if (isFunction(node)) {
      const body = bodyOf(node, undefined, place);
      return `${node['async'] ? 'async ' : ''}(${body.place.depth}) => ${formOf(body.node, body.place)}`;
    }
    const parts = Object.entries(node).filter(([key]) => !NO_MEANING.has(key));
    return `${node.type}(${parts.map(([key, value]) => `${key}: ${formOf(value, place)}`).join(', ')})`;
  };

  return { formOf, ruleOf, bodyOf, meaningOf };
};
