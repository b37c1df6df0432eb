import fc from 'fast-check';
import { paths } from '#contract/paths.ts';
import { schemas } from '#contract/schemas.ts';
import { bodiesOf, HOSTILE_TEXTS, type Json } from './schema-values.ts';

export type CallName = keyof typeof paths;

interface Call {
  method: 'GET' | 'POST' | 'PATCH';
  body?: (typeof schemas)[keyof typeof schemas];
  /** A form with a file instead of JSON. */
  isForm?: true;
}

/** Every call of the API; a path that is added to the contract is missing here, and does not compile. */
export const calls: Record<CallName, Call> = {
  sendSignUpCode: { method: 'POST', body: schemas.nothing },
  verifySignUpCode: { method: 'GET' },
  createCompany: { method: 'POST', body: schemas.createCompany },
  uploadLogo: { method: 'POST', isForm: true },
  tellSales: { method: 'POST', body: schemas.tellSales },
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

/** The bodies of a call; undefined where it takes none. */
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

/** What is no parameter at all, percent-encoded or not. */
const strange = fc.oneof(
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

/** The paths of a call, parameters filled in, mostly with what belongs there. */
export const pathsFor = (name: CallName): fc.Arbitrary<string> =>
  fc
    .tuple(
      ...paths[name]
        .split('/')
        .map((part) =>
          part.startsWith(':')
            ? fc.oneof(
                { weight: 4, arbitrary: parameters[part.slice(1)] ?? strange },
                { weight: 1, arbitrary: strange },
              )
            : fc.constant(part),
        ),
    )
    .map((parts) => parts.join('/'));
