import type { RoutePlugin } from '../http/route-plugin.ts';
import { demoFormRoutes } from './demo-form-routes.ts';
import { demoRequestRoutes } from './demo-request-routes.ts';
import { salesRoutes } from './sales-routes.ts';

/** Demo requests and sign-up notices for the sales mailbox. */
export const leadsRoutes: RoutePlugin = async (app, services) => {
  // company/earlyaccess
  await app.register(demoRequestRoutes, services);
  // demo
  await app.register(demoFormRoutes, services);
  // company/sendsalesemail
  await app.register(salesRoutes, services);
};
