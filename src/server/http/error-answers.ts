import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody } from '#contract/errors.ts';
import { isDatabaseUnavailable } from '../db/is-unavailable.ts';
import { Refusal } from '../refusal.ts';

const RETRY_AFTER_S = 5;

/** The body of an answer that isn't a success. */
export const errorBody = ({ code, message, field }: Refusal): ErrorBody => ({
  error: { code, message, ...(field !== undefined && { field }) },
});

const statusOf = (error: unknown): number =>
  error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;

/** Says in the contract's words what went wrong. The framework's own would repeat the input. */
const toRefusal = (error: unknown): Refusal => {
  if (error instanceof Refusal) return error;
  if (isDatabaseUnavailable(error))
    return new Refusal('unavailable', 'This is not working right now. Please try again shortly.', {
      retryAfterS: RETRY_AFTER_S,
    });
  const status = statusOf(error);
  if (status === 413) return new Refusal('too_large', 'This is too large.');
  if (status === 414) return new Refusal('path_too_long', 'This address is too long.');
  if (status === 406 || status === 415)
    return new Refusal('media_type_unsupported', 'This content type is not accepted here.');
  if (status >= 400 && status < 500) return new Refusal('request_invalid', 'Not valid.');
  return new Refusal('internal', 'Something went wrong. Please try again.');
};

/** Sends what went wrong, and logs it when it is ours. */
export const sendError = (
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply => {
  const refusal = toRefusal(error);
  if (refusal.status === 500 || (refusal.code === 'unavailable' && error !== refusal))
    request.log.error({ err: error }, 'failed');
  if (refusal.retryAfterS !== undefined) reply.header('retry-after', refusal.retryAfterS);
  return reply.code(refusal.status).send(errorBody(refusal));
};

/** Answers every error of a handler, a hook, a parser or a schema. */
export const addErrorAnswers = (app: FastifyInstance): void => {
  app.setErrorHandler(sendError);
};
