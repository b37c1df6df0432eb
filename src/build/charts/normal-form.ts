import { createHash } from 'node:crypto';
import { combined, negated, type Rule, ruleText } from '#charts/diff/forms.ts';
import {
  annotationOf,
  argumentsOf,
  calleeOf,
  isNode,
  keyOf,
  nameOf,
  propertiesOf,
  type SyntaxNode,
} from '#charts/model/syntax.ts';
import type { ProjectModules } from './project-modules.ts';

/** Where code stands: its file, and the forms of its parameters and local constants. */
export interface Place {
  file: string;
  scope: ReadonlyMap<string, string>;
  /** Whether names of the project stand for their code. */
  isDeep: boolean;
  /** How many functions with unknown arguments are around it. */
  depth: number;
  /** Other names for the properties of the objects that it makes. */
  names?: ReadonlyMap<string, string> | undefined;
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
  /** Reads the body of the function that an expression calls, with the arguments in place. */
  inCalled: <Result>(
    node: SyntaxNode,
    place: Place,
    read: (body: SyntaxNode, place: Place) => Result,
  ) => Result | undefined;
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

/** What is written to the right of `===`. */
const CONSTANT = /^('[^']*'|-?[\d.]+|true|false|null|undefined)$/;

/** The ends of a conditional expression. */
const ENDS = ['consequent', 'alternate'];

const childrenOf = (node: SyntaxNode, key: string) => (node[key] ?? []) as SyntaxNode[];

/**
 * @param own the file of the chart, whose names are written without it
 * @param onUse is told of each name of the project that deep code uses
 * @param contextNames other names for properties of the context
 */
export const normalForm = (
  { find }: ProjectModules,
  own: string,
  onUse: (key: string, found: { file: string; node: SyntaxNode }) => void,
  contextNames: ReadonlyMap<string, string>,
): NormalForm => {
  /** The forms of names of the project, and those that are being written. */
  const forms = new Map<string, string>();
  const expanding = new Set<string>();
  /** The conditions that forms stand for, as those of local constants. */
  const rules = new Map<string, Rule>();

  const keyFor = ({ file, name }: { file: string; name: string }): string =>
    `${file === own ? '' : file}#${name}`;

  /** `$0.context.email`; `$0` is the first argument. */
  const propertyForm = (object: string, name: string): string =>
    `${object}.${(/^\$\d+(\.0)?\.context$/.test(object) && contextNames.get(name)) || name}`;

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
      else
        bind(property['value'] as SyntaxNode, propertyForm(value, keyOf(property)), place, scope);
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
    const inner = { ...place, scope, depth: place.depth + (args ? 0 : 1) };
    /** The expression that statements return; `if (…) return …` is a conditional one. */
    const returned = ([first, ...rest]: SyntaxNode[]): SyntaxNode | undefined => {
      if (first?.type === 'ReturnStatement' && isNode(first['argument'])) return first['argument'];
      if (first?.type === 'BlockStatement' && childrenOf(first, 'body').length === 1)
        return returned([...childrenOf(first, 'body'), ...rest]);
      if (first?.type === 'VariableDeclaration' && first['kind'] === 'const') {
        for (const { id, init } of childrenOf(first, 'declarations'))
          bind(id as SyntaxNode, formOf(init, inner), inner, scope);
        return returned(rest);
      }
      if (first?.type !== 'IfStatement') return undefined;
      const consequent = returned([first['consequent'] as SyntaxNode]);
      const alternate = returned([...[first['alternate']].filter(isNode), ...rest]);
      return consequent && alternate
        ? { ...first, type: 'ConditionalExpression', consequent, alternate }
        : undefined;
    };
    const body = fn['body'] as SyntaxNode;
    const result = body.type === 'BlockStatement' ? returned(childrenOf(body, 'body')) : undefined;
    return { node: result ?? body, place: inner };
  };

  const meaningOf: NormalForm['meaningOf'] = (node, place) => {
    if (node.type === 'MemberExpression' && !node['computed']) {
      const object = meaningOf(node['object'] as SyntaxNode, place);
      const value = propertiesOf(object?.node).get(nameOf(node['property']));
      return object && value?.type === 'Literal' ? { node: value, place: object.place } : undefined;
    }
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
    const form = inShort(formOf(meaning.node, { ...meaning.place, depth: 1, names: undefined }));
    expanding.delete(key);
    forms.set(key, form);
    return form;
  };

  const inCalled: NormalForm['inCalled'] = (node, place, read) => {
    if (node.type !== 'CallExpression' || !place.isDeep) return undefined;
    const meaning = meaningOf(node['callee'] as SyntaxNode, place);
    const args = argumentsOf(node);
    if (!meaning || !isFunction(meaning.node) || args.some(({ type }) => type === 'SpreadElement'))
      return undefined;
    const key = `${meaning.place.file}#${meaning.node.start}`;
    if (expanding.has(key)) return undefined;
    const forms = args.map((argument) => formOf(argument, { ...place, names: undefined }));
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
    if (node.type === 'BinaryExpression' && /^[!=]==$/.test(String(node['operator']))) {
      const [left, right] = [formOf(node['left'], place), formOf(node['right'], place)];
      const isSwapped = CONSTANT.test(left) || (left > right && !CONSTANT.test(right));
      const is = isSwapped ? `${right} === ${left}` : `${left} === ${right}`;
      return String(node['operator']).startsWith('!') ? { not: is } : { is };
    }
    if (node.type !== 'ConditionalExpression') return undefined;
    for (const [key = '', other = ''] of [ENDS, ENDS.toReversed()]) {
      const { value } = node[key] as SyntaxNode;
      if (typeof value !== 'boolean') continue;
      const test = (key === 'consequent') === value ? inside('test') : negated(inside('test'));
      return combined(value ? 'any' : 'all', [test, inside(other)]);
    }
    return undefined;
  };

  /** Whether an expression is true or false, so that the order of its operands makes no difference. */
  const isBoolean = (given: unknown, place: Place): boolean => {
    const node = unwrap(given as SyntaxNode);
    const isEach = (...keys: string[]) => keys.every((key) => isBoolean(node[key], place));
    switch (node.type) {
      case 'Literal':
        return typeof node['value'] === 'boolean';
      case 'UnaryExpression':
        return node['operator'] === '!';
      case 'BinaryExpression':
        return /[=<>]/.test(String(node['operator']));
      case 'LogicalExpression':
        return isEach('left', 'right');
      case 'ConditionalExpression':
        return isEach('consequent', 'alternate');
      case 'CallExpression': {
        const fn = meaningOf(node['callee'] as SyntaxNode, place)?.node;
        const type = fn && annotationOf({ ...fn, typeAnnotation: fn['returnType'] });
        return type?.type === 'TSBooleanKeyword';
      }
      default:
        return false;
    }
  };

  const ruleOf: NormalForm['ruleOf'] = (given, place) => {
    const node = unwrap(given);
    const found = logicOf(node, place) ?? inCalled(node, place, ruleOf);
    const is = found ? '' : plainForm(node, place);
    return found ?? rules.get(is) ?? { is };
  };

  const formOf: NormalForm['formOf'] = (given, place) => {
    if (Array.isArray(given)) return given.map((one) => formOf(one, place)).join(', ');
    if (!isNode(given)) return JSON.stringify(given) ?? '';
    const node = unwrap(given);
    const rule = logicOf(node, place);
    const form =
      rule && isBoolean(node, place)
        ? ruleText(rule)
        : (inCalled(node, place, formOf) ?? plainForm(node, place));
    if (rule) rules.set(form, rule);
    return form;
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
      case 'MemberExpression': {
        const meaning = place.isDeep ? meaningOf(node, place) : undefined;
        if (meaning) return formOf(meaning.node, meaning.place);
        return node['computed']
          ? `${at('object')}[${at('property')}]`
          : propertyForm(`${at('object')}${node['optional'] ? '?' : ''}`, nameOf(node['property']));
      }
      case 'ConditionalExpression': {
        const test = ruleOf(node['test'] as SyntaxNode, place);
        const ends = [at('consequent'), at('alternate')];
        return 'not' in test
          ? `(${test.not} ? ${ends.reverse().join(' : ')})`
          : `(${ruleText(test)} ? ${ends.join(' : ')})`;
      }
      case 'ObjectExpression': {
        const { names, ...inner } = place;
        const properties = childrenOf(node, 'properties').map((property) =>
          property.type === 'Property' && !property['computed']
            ? `${names?.get(keyOf(property)) ?? keyOf(property)}: ${formOf(property['value'], inner)}`
            : formOf(property, place),
        );
        const isSpread = properties.some((property) => property.startsWith('SpreadElement'));
        return `{ ${(isSpread ? properties : properties.sort()).join(', ')} }`;
      }
      case 'BinaryExpression': {
        const [left, right] = [at('left'), at('right')];
        const operator = String(node['operator']);
        const calculate = ARITHMETIC[operator];
        const [a, b] = [Number(left || Number.NaN), Number(right || Number.NaN)];
        return calculate && !Number.isNaN(a + b)
          ? String(calculate(a, b))
          : /^>=?$/.test(operator)
            ? `(${right} ${operator.replace('>', '<')} ${left})`
            : `(${left} ${operator} ${right})`;
      }
      case 'CallExpression': {
        const names = calleeOf(node) === 'assign' ? contextNames : undefined;
        const args = assignedForm(node, place) ?? formOf(node['arguments'], { ...place, names });
        return `${at('callee')}${node['optional'] ? '?.' : ''}(${args})`;
      }
      default:
    }
    if (isFunction(node)) {
      const body = bodyOf(node, undefined, place);
      return `${node['async'] ? 'async ' : ''}(${body.place.depth}) => ${formOf(body.node, body.place)}`;
    }
    const parts = Object.entries(node).filter(([key]) => !NO_MEANING.has(key));
    return `${node.type}(${parts.map(([key, value]) => `${key}: ${formOf(value, place)}`).join(', ')})`;
  };

  /** The form of `assign({ a: ({ context }) => … })` is that of `assign(({ context }) => ({ a: … }))`. */
  const assignedForm = (call: SyntaxNode, { depth, ...place }: Place): string | undefined => {
    const [assigned] = calleeOf(call) === 'assign' ? argumentsOf(call) : [];
    const inner = { ...place, depth: depth + 1 };
    const values = propertiesOf(assigned);
    if (assigned?.type !== 'ObjectExpression') return undefined;
    if (values.size < childrenOf(assigned, 'properties').length) return undefined;
    const properties = [...values].map(([key, value]) => {
      const body = isFunction(value)
        ? bodyOf(value, [`$${depth}.0`, `$${depth}.1`], inner)
        : { node: value, place: inner };
      return `${contextNames.get(key) ?? key}: ${formOf(body.node, body.place)}`;
    });
    return `(${inner.depth}) => { ${properties.sort().join(', ')} }`;
  };

  return { formOf, ruleOf, bodyOf, meaningOf, inCalled };
};
