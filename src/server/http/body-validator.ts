import type { FastifySchemaCompiler } from 'fastify';
import { type AnyObjectSchema, ValidationError } from 'yup';
import { Refusal } from '../refusal.ts';

// Yup's own messages repeat the value; these don't. Our own tests bring words that don't either.
const words: Record<string, string> = {
  noUnknown: 'There is an unknown field.',
  typeError: 'This has the wrong type.',
  optionality: 'This is missing.',
  defined: 'This is missing.',
  nullable: 'This is missing.',
  min: 'This is too short.',
  max: 'This is too long.',
  oneOf: 'This is not one of the choices.',
  uuid: 'This is not an id.',
};

const toRefusal = (error: unknown): Error => {
  if (!(error instanceof ValidationError)) return new Refusal('request_invalid', 'Not valid.');
  const [first = error] = error.inner;
  const type = first.type ?? '';
  const message = words[type] ?? (type === '' ? 'Not valid.' : first.message);
  // The path of a field we know; indices are the only part of it that the client has chosen.
  const field = type === 'noUnknown' ? undefined : first.path;
  return new Refusal('request_invalid', message, { field: field === '' ? undefined : field });
};

/** Lets Fastify check bodies with the contract's yup schemas, so that both sides share one. */
export const bodyValidator: FastifySchemaCompiler<AnyObjectSchema> =
  ({ schema }) =>
  (body: unknown) => {
    try {
      return { value: schema.validateSync(body, { strict: true, abortEarly: false }) };
    } catch (error) {
      return { error: toRefusal(error) };
    }
  };
