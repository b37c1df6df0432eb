import type { FastifySchemaCompiler } from 'fastify';
import { type AnyObjectSchema, ValidationError } from 'yup';
import { HttpError } from './http-error.ts';

// Yup's messages contain the value. Messages of the contract's custom tests do not.
const messages: Record<string, string> = {
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

const toHttpError = (error: unknown): Error => {
  if (!(error instanceof ValidationError)) return new HttpError('request_invalid', 'Not valid.');
  const [first = error] = error.inner;
  const type = first.type ?? '';
  const message = messages[type] ?? (type === '' ? 'Not valid.' : first.message);
  // The path of a known field. The client controls nothing of it but array indices.
  const field = type === 'noUnknown' ? undefined : first.path;
  return new HttpError('request_invalid', message, { field: field === '' ? undefined : field });
};

/** Fastify's validator compiler for the contract's yup schemas. */
export const bodyValidator: FastifySchemaCompiler<AnyObjectSchema> =
  ({ schema }) =>
  (body: unknown) => {
    try {
      return { value: schema.validateSync(body, { strict: true, abortEarly: false }) };
    } catch (error) {
      return { error: toHttpError(error) };
    }
  };
