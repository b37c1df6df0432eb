import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody } from '#contract/errors.ts';
import { isDatabaseUnavailable } from '../database/is-unavailable.ts';
import { HttpError } from './http-error.ts';

const RETRY_AFTER_S = 5;

/** The JSON body of an error response. */
export const errorBody = ({ code, message, field }: HttpError): ErrorBody => ({
  error: { code, message, ...(field !== undefined && { field }) },
});

const statusOf = (error: unknown): number =>
  error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;

// A client that leaves in the middle of its body aborts whatever reads it, in the end with the codes of a lost
// connection to the database.
const hasLeft = ({ raw }: FastifyRequest): boolean => raw.readableAborted && !raw.complete;

/** Maps any error to one of the contract. Fastify's own messages are dropped: they repeat the input. */
const toHttpError = (error: unknown, request: FastifyRequest): HttpError => {
  if (error instanceof HttpError) return error;
  if (hasLeft(request)) return new HttpError('request_invalid', 'The request is incomplete.');
  if (isDatabaseUnavailable(error))
    return new HttpError(
      'unavailable',
      'This is not working right now. Please try again shortly.',
      { retryAfterS: RETRY_AFTER_S },
    );
  const status = statusOf(error);
  if (status === 413) return new HttpError('too_large', 'This is too large.');
  if (status === 414) return new HttpError('path_too_long', 'This address is too long.');
  if (status === 406 || status === 415)
    return new HttpError('media_type_unsupported', 'This content type is not accepted here.');
  if (status >= 400 && status < 500) return new HttpError('request_invalid', 'Not valid.');
  return new HttpError('internal', 'Something went wrong. Please try again.');
};

/**
 * Sets the status and `Retry-After` of an error response, and logs the error if the server is at fault.
 *
 * @returns what the body says
 */
export const startErrorResponse = (
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): HttpError => {
  const httpError = toHttpError(error, request);
  if (httpError.status === 500 || (httpError.code === 'unavailable' && error !== httpError))
    request.log.error({ err: error }, 'request failed');
  if (httpError.retryAfterS !== undefined) reply.header('retry-after', httpError.retryAfterS);
  reply.code(httpError.status);
  return httpError;
};

/** Sends an error response as JSON. */
export const sendError = (
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply => reply.send(errorBody(startErrorResponse(error, request, reply)));

/** Handles every error of a handler, hook, parser or schema. */
export const addErrorHandler = (app: FastifyInstance): void => {
  app.setErrorHandler(sendError);
};
