import { paths } from '#contract/paths.ts';
import type { MessageResponse } from '#contract/responses.ts';
import { type RequestDemo, schemas } from '#contract/schemas.ts';
import type { RoutePlugin } from '../http/route-plugin.ts';
import { receiveDemoRequest } from './receive-demo-request.ts';

/** Stores demo requests and notifies the sales mailbox. */
export const demoRequestRoutes: RoutePlugin = async (app, services) => {
  app.post<{ Body: RequestDemo }>(
    paths.requestDemo,
    { config: { isXsrfExempt: true }, schema: { body: schemas.requestDemo } },
    async (request) => {
      await receiveDemoRequest(services, request, request.body);
      return { message: 'received' } satisfies MessageResponse;
    },
  );
};
