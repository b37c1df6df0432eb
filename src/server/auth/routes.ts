import type { RoutePlugin } from '../services.ts';
import { signUpCodeRoutes } from './codes/sign-up-code-routes.ts';
import { browserLinkRoutes } from './logins/browser-link.ts';
import { loginCodeRoutes, loginRoutes } from './logins/login-routes.ts';
import { passkeyLoginRoutes, passkeyRoutes } from './passkeys/passkey-routes.ts';
import { sessionRoutes, xsrfRoutes } from './sessions/session-routes.ts';
import { passwordRoutes, userRoutes } from './users/user-routes.ts';

/** Sign-up codes, users, passwords, login and sessions. */
export const authRoutes: RoutePlugin = async (app, services) => {
  // genOtpv2, verify
  await app.register(signUpCodeRoutes, services);
  // user/create, user/update, user/getuser
  await app.register(userRoutes, services);
  // v2/user/genOtp
  await app.register(loginCodeRoutes, services);
  // v2/user/login
  await app.register(loginRoutes, services);
  // v2/user/browser
  await app.register(browserLinkRoutes, services);
  // v2/user/passkey/login
  await app.register(passkeyLoginRoutes, services);
  // v2/user/passkey/register, list, rename, remove
  await app.register(passkeyRoutes, services);
  // v2/user/update
  await app.register(passwordRoutes, services);
  // v2/user/refresh, v2/user/logout
  await app.register(sessionRoutes, services);
  // v1/xsrf
  await app.register(xsrfRoutes, services);
};
