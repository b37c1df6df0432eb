import type { RoutePlugin } from '../http/route-plugin.ts';
import { companyRoutes } from './company-routes.ts';
import { logoRoutes } from './logo-routes.ts';

/** Companies and their logos. */
export const companiesRoutes: RoutePlugin = async (app, services) => {
  // company/create, company/update
  await app.register(companyRoutes, services);
  // company/logo, logos/:name
  await app.register(logoRoutes, services);
};
