import { calls } from '#contract/calls.ts';
import { registerCall } from '#server/http/register-call.ts';
import type { RoutePlugin } from '#server/http/route-plugin.ts';

/** The XSRF token, for pages on another origin, which cannot read the cookie. */
export const xsrfRoutes: RoutePlugin = async (app, { cookies }) => {
  registerCall(app, calls.xsrf, async (request, reply) => ({
    token: cookies.ensureXsrf(request, reply),
  }));
};
