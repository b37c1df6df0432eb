import fc from 'fast-check';
import type { SchemaObjectDescription } from 'yup';
import { type CallName, callOf } from '#contract/calls/all-calls.ts';
import { paths } from '#contract/calls/paths.ts';
import { bodiesOf, HOSTILE_TEXTS, type Json } from './schema-values.ts';

/** Bodies for a call; undefined if it takes none. */
export const bodiesFor = (name: CallName): fc.Arbitrary<Json | undefined> => {
  const schema = callOf(name).body;
  if (schema === undefined) return fc.constant(undefined);
  const description = schema.describe();
  if (!('fields' in description)) throw new Error(`${name} takes no object`);
  return bodiesOf(description as SchemaObjectDescription);
};

const parameters: Record<string, fc.Arbitrary<string>> = {
  email: fc.constantFrom('{{me.email}}', '{{me.email}}', '{{them.email}}', 'nobody@fuzz.example'),
  code: fc.constantFrom('{{me.code}}', '{{me.code}}', '000000', '123456'),
  name: fc.constantFrom('{{me.logo}}', `${'a'.repeat(22)}.png`, 'x.svg'),
};

/** Invalid path parameters, percent-encoded or not. */
const invalidParameters = fc.oneof(
  fc.constantFrom(
    '%zz',
    '%E0%A4%A',
    '%00',
    '%0d%0a',
    '%2F',
    '%2540',
    '..',
    '%2e%2e',
    'a'.repeat(5000),
  ),
  fc
    .string({ unit: 'binary', maxLength: 20 })
    .map((text) => encodeURIComponent(text.toWellFormed())),
  fc.constantFrom(...HOSTILE_TEXTS.map((text) => encodeURIComponent(text.toWellFormed()))),
);

/** Paths for a call, mostly with valid parameters. */
export const pathsFor = (name: CallName): fc.Arbitrary<string> =>
  fc
    .tuple(
      ...paths[name]
        .split('/')
        .map((part) =>
          part.startsWith(':')
            ? fc.oneof(
                { weight: 4, arbitrary: parameters[part.slice(1)] ?? invalidParameters },
                { weight: 1, arbitrary: invalidParameters },
              )
            : fc.constant(part),
        ),
    )
    .map((parts) => parts.join('/'));
