import fc from 'fast-check';
import { paths } from '#contract/paths.ts';
import { schemas } from '#contract/schemas.ts';
import { bodiesOf, HOSTILE_TEXTS, type Json } from './schema-values.ts';

export type CallName = keyof typeof paths;

interface Call {
  method: 'GET' | 'POST' | 'PATCH';
  body?: (typeof schemas)[keyof typeof schemas];
  /** The body is a multipart form with a file instead of JSON. */
  isForm?: true;
}

/**
 * Every call of the API. A new path of the contract must be added here, else this does not compile.
 */
export const calls: Record<CallName, Call> = {
  sendSignUpCode: { method: 'POST', body: schemas.nothing },
  verifySignUpCode: { method: 'GET' },
  createCompany: { method: 'POST', body: schemas.createCompany },
  uploadLogo: { method: 'POST', isForm: true },
  notifySales: { method: 'POST', body: schemas.notifySales },
  updateCompany: { method: 'PATCH', body: schemas.updateCompany },
  requestDemo: { method: 'POST', body: schemas.requestDemo },
  createUser: { method: 'POST', body: schemas.createUser },
  completeUser: { method: 'PATCH', body: schemas.completeUser },
  sendLoginCode: { method: 'POST', body: schemas.nothing },
  login: { method: 'POST', body: schemas.login },
  updatePassword: { method: 'PATCH', body: schemas.updatePassword },
  refresh: { method: 'POST', body: schemas.nothing },
  logout: { method: 'POST', body: schemas.nothing },
  currentUser: { method: 'GET' },
  xsrf: { method: 'GET' },
  logo: { method: 'GET' },
  alive: { method: 'GET' },
  ready: { method: 'GET' },
};

export const callNames = Object.keys(calls) as CallName[];

/** Bodies for a call; undefined if it takes none. */
export const bodiesFor = (name: CallName): fc.Arbitrary<Json | undefined> => {
  const schema = calls[name].body;
  if (schema === undefined) return fc.constant(undefined);
  const description = schema.describe();
  if (!('fields' in description)) throw new Error(`${name} takes no object`);
  return bodiesOf(description);
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
