import fc from 'fast-check';
import type { SchemaDescription, SchemaFieldDescription, SchemaObjectDescription } from 'yup';

/** A JSON value. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** Texts with a special meaning in some context. */
export const HOSTILE_TEXTS = [
  '<img src=x onerror=alert(1)>',
  '"><script>alert(1)</script>',
  "' OR 1=1--",
  '\u202Etxt.exe',
  'a\r\nBcc: v@evil.example',
  '{{7*7}}',
  '../../etc/passwd',
  '\u0000',
  '\uD800',
  '__proto__',
  '💌'.repeat(50),
  'x'.repeat(10_000),
];

const hostile = fc.constantFrom(...HOSTILE_TEXTS);

// `me` is the sender, `them` the unrelated user that must stay unchanged; see leftovers.ts.
const ids = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('{{me.userId}}', '{{me.companyId}}') },
  { weight: 1, arbitrary: fc.constantFrom('{{them.userId}}', '{{them.companyId}}') },
  { weight: 1, arbitrary: fc.uuid() },
);
const addresses = fc.oneof(
  { weight: 5, arbitrary: fc.constant('{{me.email}}') },
  { weight: 1, arbitrary: fc.constant('{{them.email}}') },
  { weight: 1, arbitrary: fc.nat(99).map((n) => `nobody-${n}@fuzz.example`) },
  { weight: 1, arbitrary: fc.emailAddress() },
);
const passwords = fc.oneof(
  { weight: 3, arbitrary: fc.constant('{{me.password}}') },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 8, maxLength: 40 }) },
);
const websites = fc.oneof(fc.constant('acme.example'), fc.webUrl());
const codes = fc.oneof(fc.constant('{{me.code}}'), fc.constantFrom('000000', ''));

const line = (max: number) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.string({ unit: 'grapheme', maxLength: Math.min(max, 60) }) },
    { weight: 2, arbitrary: fc.constantFrom('Acme', 'Asha Rao', '+91 98765 43210') },
    { weight: 1, arbitrary: hostile },
  );

const texts = (field: string, { tests, oneOf }: SchemaDescription): fc.Arbitrary<Json> => {
  if (oneOf.length > 0) return fc.constantFrom(...(oneOf as string[]));
  const names = tests.map(({ name }) => name);
  if (names.includes('uuid')) return ids;
  if (names.some((name) => name?.endsWith('email'))) return addresses;
  if (names.includes('website')) return websites;
  if (field === 'password') return passwords;
  if (field === 'otp') return codes;
  const max = tests.find(({ name }) => name === 'max')?.params?.['max'];
  return line(Number(max ?? 60));
};

const fieldValues = (field: string, description: SchemaFieldDescription): fc.Arbitrary<Json> => {
  if (description.type !== 'array') return texts(field, description as SchemaDescription);
  const inner = 'innerType' in description ? description.innerType : undefined;
  if (inner === undefined || Array.isArray(inner)) throw new Error(`${field} is a list of what?`);
  return fc.uniqueArray(fieldValues(field, inner), { minLength: 1, maxLength: 4 });
};

/**
 * Mostly valid bodies, generated from a schema's description: a field that is added to the schema
 * is fuzzed automatically.
 */
export const bodiesOf = ({ fields }: SchemaObjectDescription): fc.Arbitrary<Json> => {
  const values: Record<string, fc.Arbitrary<Json>> = {};
  const optional: string[] = [];
  for (const [field, description] of Object.entries(fields)) {
    values[field] = fieldValues(field, description);
    if ('optional' in description && description.optional) optional.push(field);
  }
  const requiredKeys = Object.keys(values).filter((field) => !optional.includes(field));
  return fc.record(values, { requiredKeys });
};
