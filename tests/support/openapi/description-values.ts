import fc from 'fast-check';
import { describeApi } from '#build/openapi/document.ts';
import { HOSTILE_TEXTS, type Json } from '../fuzz/schema-values.ts';

type Schema = Record<string, unknown>;

/** An operation of the description, as a stranger reads it. */
export interface Operation {
  template: string;
  method: 'GET' | 'POST' | 'PATCH';
  parameters: { name: string; example: string }[];
  /** The schema and the example of a JSON body. */
  body?: { schema: Schema; example: { [key: string]: Json } };
}

interface RawOperation {
  parameters?: Operation['parameters'];
  requestBody?: { content: Record<string, Operation['body']> };
}

/** Every operation of the description. */
export const operations: Operation[] = Object.entries(describeApi().paths).flatMap(
  ([template, byMethod]) =>
    Object.entries(byMethod).map(([method, operation]) => {
      const { parameters = [], requestBody } = operation as RawOperation;
      const body = requestBody?.content['application/json'];
      return {
        template,
        method: method.toUpperCase() as Operation['method'],
        parameters,
        ...(body && { body }),
      };
    }),
);

const odd: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(null, true, 0, -1, '', [], {}, 'x'.repeat(300)),
  fc.constantFrom(...HOSTILE_TEXTS),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
);

/** Values of a schema, mostly valid: choices, texts up to the described length. */
const valuesOf = (schema: Schema, example: Json | undefined): fc.Arbitrary<Json> => {
  const { enum: choices, type, items, maxItems, pattern, format, maxLength } = schema;
  if (Array.isArray(choices)) return fc.constantFrom(...(choices as Json[]));
  if (type === 'array')
    return fc.uniqueArray(valuesOf(items as Schema, undefined), {
      minLength: 1,
      maxLength: Number(maxItems ?? 4),
    });
  if (format === 'uuid') return fc.uuid({ version: 4 });
  const max = Math.min(Number(maxLength ?? 40), 40);
  // Lengths count UTF-16 code units, as the description says.
  const texts = fc
    .string({ unit: 'grapheme', maxLength: max })
    .filter((text) => text.length <= Number(maxLength ?? text.length));
  return typeof pattern === 'string' && example !== undefined
    ? fc.oneof(fc.constant(example), texts)
    : texts;
};

/** Bodies of an operation: described values, with some left out, replaced or added. */
export const bodiesOf = ({ body }: Operation): fc.Arbitrary<Json | undefined> => {
  if (!body) return fc.constant(undefined);
  const { schema, example } = body;
  const properties = (schema['properties'] ?? {}) as Record<string, Schema>;
  const required = (schema['required'] ?? []) as string[];
  const described = fc.record(
    Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [
        name,
        valuesOf(property, example[name]),
      ]),
    ),
    { requiredKeys: required },
  ) as fc.Arbitrary<{ [key: string]: Json }>;
  const changes = fc.dictionary(
    fc.oneof(fc.constantFrom(...Object.keys(properties), 'unknown'), fc.string({ maxLength: 8 })),
    odd,
    { maxKeys: 2 },
  );
  return fc.oneof(
    { weight: 1, arbitrary: fc.constant<Json>(example) },
    { weight: 4, arbitrary: described },
    {
      weight: 4,
      arbitrary: fc.tuple(described, changes).map(([value, change]) => ({ ...value, ...change })),
    },
    { weight: 1, arbitrary: odd },
  );
};

/** URLs of an operation, with the examples of its parameters or odd texts. */
export const urlsOf = ({ template, parameters }: Operation): fc.Arbitrary<string> =>
  fc
    .tuple(
      ...parameters.map(({ example }) =>
        fc.oneof(
          { weight: 3, arbitrary: fc.constant(encodeURIComponent(example)) },
          {
            weight: 2,
            arbitrary: fc
              .string({ unit: 'binary', maxLength: 30 })
              .map((text) => encodeURIComponent(text.toWellFormed())),
          },
          { weight: 1, arbitrary: fc.constantFrom('%zz', '%00', 'a'.repeat(2000), '%2F..%2F') },
        ),
      ),
    )
    .map((values) => {
      const rest = [...values];
      return template.replace(/\{\w+\}/g, () => rest.shift() ?? '');
    });
