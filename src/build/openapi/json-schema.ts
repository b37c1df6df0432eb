import type { SchemaDescription, SchemaFieldDescription } from 'yup';

/** A JSON Schema of draft 2020-12, the dialect of OpenAPI 3.1. */
export type JsonSchema = Record<string, unknown>;

type Tests = SchemaDescription['tests'];

/** Rules of yup that have a keyword. Any other rule must have `meta` beside it. */
const KNOWN_RULES = new Set(['min', 'max', 'matches', 'uuid', 'integer', 'noUnknown']);

const numberOf = (tests: Tests, rule: 'min' | 'max'): number | undefined => {
  const limit = tests.find(({ name }) => name === rule)?.params?.[rule];
  return typeof limit === 'number' ? limit : undefined;
};

const withoutUndefined = (schema: JsonSchema): JsonSchema =>
  Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined));

/** JSON Schema has no flags, and `i` is the only one in use: hexadecimal digits. */
const sourceOf = ({ source, flags }: RegExp): string =>
  flags.includes('i') ? source.replaceAll('a-f', 'A-Fa-f') : source;

const textKeywords = (tests: Tests): JsonSchema => {
  const regex = tests.find(({ params }) => params?.['regex'] instanceof RegExp)?.params?.['regex'];
  return {
    type: 'string',
    ...(tests.some(({ name }) => name === 'uuid') && { format: 'uuid' }),
    minLength: numberOf(tests, 'min'),
    maxLength: numberOf(tests, 'max'),
    pattern: regex instanceof RegExp ? sourceOf(regex) : undefined,
  };
};

const objectKeywords = (
  tests: Tests,
  fields: Record<string, SchemaFieldDescription>,
): JsonSchema => {
  const required = Object.entries(fields)
    .filter(([, field]) => 'optional' in field && !field.optional)
    .map(([name]) => name);
  return {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, toJsonSchema(field)]),
    ),
    ...(tests.some(({ name }) => name === 'noUnknown') && { additionalProperties: false }),
  };
};

const keywordsOf = (description: SchemaDescription): JsonSchema => {
  const { type, tests } = description;
  if (type === 'string') return textKeywords(tests);
  if (type === 'boolean') return { type };
  if (type === 'number')
    return {
      type: tests.some(({ name }) => name === 'integer') ? 'integer' : type,
      minimum: numberOf(tests, 'min'),
      maximum: numberOf(tests, 'max'),
    };
  if ('fields' in description)
    return objectKeywords(tests, description.fields as Record<string, SchemaFieldDescription>);
  if ('innerType' in description)
    return {
      type: 'array',
      items: toJsonSchema(description.innerType as SchemaFieldDescription),
      minItems: numberOf(tests, 'min'),
      maxItems: numberOf(tests, 'max'),
    };
  throw new Error(`A schema of the type ${type} has no description`);
};

/**
 * The JSON Schema of a yup schema's description.
 *
 * @throws if a rule has neither a keyword nor a `meta`
 */
export const toJsonSchema = (field: SchemaFieldDescription): JsonSchema => {
  const description = field as SchemaDescription;
  const { meta, tests, oneOf } = description;
  const unknown = tests.filter(({ name = '' }) => !KNOWN_RULES.has(name));
  if (unknown.length > 0 && meta === undefined)
    throw new Error(`The rule ${unknown[0]?.name} has no JSON Schema: add it by .meta()`);
  return withoutUndefined({
    ...keywordsOf(description),
    ...(oneOf.length > 0 && { enum: oneOf }),
    ...meta,
  });
};
