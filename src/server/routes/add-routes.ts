import { addApplicationRoutes } from './application.ts';
import { addCompanyRoutes } from './company.ts';
import { addEarlyAccessRoute } from './early-access.ts';
import { addHealthRoutes } from './health.ts';
import { addLoginRoute } from './login.ts';
import { addLoginCodeRoute } from './login-code.ts';
import { addLogoRoutes } from './logo.ts';
import { addPasswordRoute } from './password.ts';
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
  addLoginCodeRoute,
  addLoginRoute,
  addPasswordRoute,
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
