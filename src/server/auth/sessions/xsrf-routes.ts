import { paths } from '#contract/paths.ts';
import type { XsrfResponse } from '#contract/responses.ts';
import type { RoutePlugin } from '#server/http/route-plugin.ts';

/** The XSRF token, for pages on another origin, which cannot read the cookie. */
export const xsrfRoutes: RoutePlugin = async (app, { cookies }) => {
  app.get(
    paths.xsrf,
    async (request, reply) =>
      ({ token: cookies.ensureXsrf(request, reply) }) satisfies XsrfResponse,
  );
};
