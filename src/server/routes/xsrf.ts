import type { XsrfAnswer } from '#contract/answers.ts';
import { paths } from '#contract/paths.ts';
import type { AddRoutes } from './route.ts';

/** The XSRF value, for pages on another host than the API, which can't read the cookie. */
export const addXsrfRoute: AddRoutes = (app, { cookies }) => {
  app.get(paths.xsrf, async (request, reply) => {
    const token = cookies.xsrf(request) ?? cookies.renewXsrf(request, reply);
    return { token } satisfies XsrfAnswer;
  });
};
