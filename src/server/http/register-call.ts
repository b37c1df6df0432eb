import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
} from 'fastify';
import {
  type BodyOf,
  calls,
  type ParametersOf,
  type ResponseOf,
} from '#contract/calls/all-calls.ts';
import type { Call } from '#contract/calls/call.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call that the route serves. */
    call?: Call;
  }
  interface FastifyInstance {
    callHooks: CallHooks;
  }
}

/** Hooks that refuse a call before its body is read. */
interface CallHooks {
  /** Requires a live session. */
  access: onRequestAsyncHookHandler;
  /** Requires a valid sign-up ticket. */
  ticket: onRequestAsyncHookHandler;
  /** Requires a script of the site, for a `GET` that changes something. */
  effect: onRequestAsyncHookHandler;
}

type CallRequest<C extends Call> = FastifyRequest<{ Params: ParametersOf<C>; Body: BodyOf<C> }>;

/** `Response` keeps the literal types of what the handler returns. */
type Handler<C extends Call, Response extends ResponseOf<C>> = (
  request: CallRequest<C>,
  reply: FastifyReply,
) => Promise<Response>;

/**
 * Adds the route of a call: its method, path, identity, XSRF rule and the schema of its body are those of the
 * table.
 *
 * @param onRequest hooks that run after the check of the identity, before the body is read
 */
export const registerCall = <C extends Call, const Response extends ResponseOf<C>>(
  app: FastifyInstance,
  call: C,
  handler: Handler<C, Response>,
  onRequest: readonly onRequestAsyncHookHandler[] = [],
): void => {
  const { method, path, identity, hasEffect, isCookieless = false, body } = call;
  // A call that renews the session judges the refresh cookie itself.
  const hooks = [
    ...(identity && identity !== 'refresh' ? [app.callHooks[identity]] : []),
    ...(hasEffect ? [app.callHooks.effect] : []),
    ...onRequest,
  ];
  app.route<{ Params: ParametersOf<C>; Body: BodyOf<C> }>({
    method,
    url: path,
    config: { call, isCookieless },
    onRequest: hooks,
    ...(body && { schema: { body } }),
    handler,
  });
};

/** Refuses routes of the API that are not in the table. */
export const requireCalls = (app: FastifyInstance): void => {
  const table = new Set<Call | undefined>(Object.values(calls));
  app.addHook('onRoute', ({ url, config }) => {
    if (/^\/v\d/.test(url) && !table.has(config?.call))
      throw new Error(`${url} is not in the table of calls: add it to src/contract/calls`);
  });
};
