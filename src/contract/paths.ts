/** Every path of the API as a Fastify route pattern. */
export const paths = {
  sendSignUpCode: '/v1/email/genOtpv2/:email',
  verifySignUpCode: '/v1/email/verify/:email/:code',
  createCompany: '/v1/company/create',
  uploadLogo: '/v1/company/logo',
  notifySales: '/v1/company/sendsalesemail',
  updateCompany: '/v1/company/update',
  requestDemo: '/v1/company/earlyaccess',
  createUser: '/v1/user/create',
  completeUser: '/v1/user/update',
  sendLoginCode: '/v2/user/genOtp/:email',
  login: '/v2/user/login',
  sendBrowserLink: '/v2/user/browser/link/:email',
  knowBrowser: '/v2/user/browser',
  passkeyLoginOptions: '/v2/user/passkey/login/options',
  passkeyLogin: '/v2/user/passkey/login',
  updatePassword: '/v2/user/update',
  passkeyRegistrationOptions: '/v2/user/passkey/register/options',
  registerPasskey: '/v2/user/passkey/register',
  listPasskeys: '/v2/user/passkey/list',
  renamePasskey: '/v2/user/passkey/rename',
  removePasskey: '/v2/user/passkey/remove',
  listSessions: '/v2/user/session/list',
  endSession: '/v2/user/session/end',
  endOtherSessions: '/v2/user/session/endothers',
  refresh: '/v2/user/refresh',
  logout: '/v2/user/logout',
  currentUser: '/v2/user/getuser',
  xsrf: '/v1/xsrf',
  logo: '/logos/:name',
  alive: '/healthz',
  ready: '/readyz',
} as const;

/** A path whose parameters are replaced by percent-encoded values, in order. */
export const fillPath = (pattern: string, ...values: string[]): string => {
  const rest = [...values];
  return pattern.replace(/:[a-z]+/gi, () => encodeURIComponent(rest.shift() ?? ''));
};
