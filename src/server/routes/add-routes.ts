import { addApplicationRoutes } from './application.ts';
import { addCompanyRoutes } from './company.ts';
import { addEarlyAccessRoute } from './early-access.ts';
import { addHealthRoutes } from './health.ts';
import { addLogoRoutes } from './logo.ts';
import type { AddRoutes } from './route.ts';
import { addSalesRoute } from './sales.ts';
import { addSessionRoutes } from './session.ts';
import { addSignUpCodeRoutes } from './sign-up-code.ts';
import { addUserRoutes } from './user.ts';
import { addXsrfRoute } from './xsrf.ts';

const routes = [
  addSignUpCodeRoutes,
  addCompanyRoutes,
  addLogoRoutes,
  addUserRoutes,
  addSalesRoute,
  addEarlyAccessRoute,
  addSessionRoutes,
  addXsrfRoute,
  addHealthRoutes,
  addApplicationRoutes,
];

/** Adds everything that the server answers besides the built site. */
export const addRoutes: AddRoutes = (app, services) => {
  for (const add of routes) add(app, services);
};
