import { isDeepStrictEqual } from 'node:util';

/** A JSON value that is an object, read by name. */
type Node = Record<string, unknown>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** The object at a path of names; empty if there is none. */
const at = (node: unknown, ...names: string[]): Node => {
  const found = names.reduce<unknown>(
    (part, name) => (isNode(part) ? part[name] : undefined),
    node,
  );
  return isNode(found) ? found : {};
};

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Limits that a request must stay below, or above. */
const CEILINGS = ['maxLength', 'maxItems', 'maxProperties', 'maximum'];
const FLOORS = ['minLength', 'minItems', 'minProperties', 'minimum'];
/** Rules that can't be compared: any change of one may refuse what was accepted. */
const OPAQUE = ['pattern', 'format', 'if', 'then', 'else', 'anyOf', 'oneOf', 'allOf', 'not'];

const numberOf = (value: unknown, otherwise: number): number =>
  typeof value === 'number' ? value : otherwise;

/** Rules of a value in a request that became narrower. */
const narrowedRules = (before: Node, after: Node): string[] => [
  ...CEILINGS.filter((rule) => numberOf(after[rule], Infinity) < numberOf(before[rule], Infinity)),
  ...FLOORS.filter((rule) => numberOf(after[rule], -Infinity) > numberOf(before[rule], -Infinity)),
  ...OPAQUE.filter(
    (rule) => after[rule] !== undefined && !isDeepStrictEqual(after[rule], before[rule]),
  ),
  ...(after['uniqueItems'] === true && before['uniqueItems'] !== true ? ['uniqueItems'] : []),
  ...(after['additionalProperties'] === false && before['additionalProperties'] !== false
    ? ['additionalProperties']
    : []),
];

/** What the older side sends, and the newer one refuses. */
const refusedValues = (before: Node, after: Node): unknown[] => {
  if (after['enum'] === undefined) return [];
  if (before['enum'] === undefined) return ['any other value'];
  const allowed = listOf(after['enum']);
  return listOf(before['enum']).filter((value) => !allowed.includes(value));
};

const compareSchemas = (before: Node, after: Node, place: string, isRequest: boolean): string[] => {
  const has = (name: unknown, rule: 'required', node: Node) => listOf(node[rule]).includes(name);
  const properties = at(before, 'properties');
  const faults = isDeepStrictEqual(before['type'], after['type'])
    ? []
    : [`${place}: the type ${before['type']} became ${after['type']}`];
  if (isRequest) {
    for (const rule of narrowedRules(before, after)) faults.push(`${place}: ${rule} is narrower`);
    for (const value of refusedValues(before, after))
      faults.push(`${place}: ${value} is no longer accepted`);
    for (const name of listOf(after['required']))
      if (!has(name, 'required', before)) faults.push(`${place}.${name}: is required now`);
  } else {
    for (const name of listOf(before['required']))
      if (!has(name, 'required', after)) faults.push(`${place}.${name}: may be missing now`);
  }
  for (const [name, schema] of Object.entries(properties)) {
    const next = at(after, 'properties')[name];
    if (isNode(schema) && isNode(next))
      faults.push(...compareSchemas(schema, next, `${place}.${name}`, isRequest));
    else faults.push(`${place}.${name}: ${isRequest ? 'is no longer accepted' : 'is gone'}`);
  }
  if (isNode(before['items']) && isNode(after['items']))
    faults.push(...compareSchemas(before['items'], after['items'], `${place}[]`, isRequest));
  return faults;
};

/** Compares the schemas of each media type that the older side knows. */
const compareContents = (before: Node, after: Node, place: string, isRequest: boolean): string[] =>
  Object.keys(at(before, 'content')).flatMap((type) =>
    type in at(after, 'content')
      ? compareSchemas(
          at(before, 'content', type, 'schema'),
          at(after, 'content', type, 'schema'),
          place,
          isRequest,
        )
      : [`${place}: ${type} is gone`],
  );

const parametersOf = (operation: Node): Map<string, Node> =>
  new Map(
    listOf(operation['parameters'])
      .filter(isNode)
      .map((one) => [`${one['in']} ${one['name']}`, one]),
  );

/** Whether what a caller brings is still enough. */
const isStillAllowed = (before: unknown[], after: unknown[]): boolean => {
  if (after.length === 0) return true;
  const brought = before.length === 0 ? [{}] : before.filter(isNode);
  return brought.every((one) =>
    after.filter(isNode).some((next) => Object.keys(next).every((name) => name in one)),
  );
};

const compareOperations = (before: Node, after: Node, call: string): string[] => {
  const faults: string[] = [];
  if (!isStillAllowed(listOf(before['security']), listOf(after['security'])))
    faults.push(`${call}: needs further identity`);
  const known = parametersOf(before);
  for (const [name, parameter] of parametersOf(after)) {
    const former = known.get(name);
    if (former)
      faults.push(
        ...compareSchemas(at(former, 'schema'), at(parameter, 'schema'), `${call} ${name}`, true),
      );
    else if (parameter['required'] === true) faults.push(`${call} ${name}: is required now`);
  }
  const [body, nextBody] = [at(before, 'requestBody'), at(after, 'requestBody')];
  if (nextBody['required'] === true && body['required'] !== true)
    faults.push(`${call} body: is required now`);
  faults.push(...compareContents(body, nextBody, `${call} body`, true));
  for (const [status, response] of Object.entries(at(before, 'responses'))) {
    if (!/^[23]/.test(status) || !isNode(response)) continue;
    const next = at(after, 'responses')[status];
    faults.push(
      ...(isNode(next)
        ? compareContents(response, next, `${call} ${status}`, false)
        : [`${call} ${status}: is gone`]),
    );
  }
  return faults;
};

/**
 * What a script of an earlier description can no longer do with the API of a later one, as `POST /v1/user/create
 * body.name: maxLength is narrower`. New calls, fields of answers and error codes break nothing.
 */
export const findBreakingChanges = (before: unknown, after: unknown): string[] => [
  ...Object.entries(at(before, 'paths')).flatMap(([path, operations]) =>
    Object.keys(at(operations)).flatMap((method) => {
      const call = `${method.toUpperCase()} ${path}`;
      const next = at(after, 'paths', path)[method];
      return isNode(next)
        ? compareOperations(at(operations, method), next, call)
        : [`${call}: is gone`];
    }),
  ),
  ...compareSchemas(
    at(before, 'components', 'schemas', 'ErrorBody'),
    at(after, 'components', 'schemas', 'ErrorBody'),
    'error body',
    false,
  ),
];
