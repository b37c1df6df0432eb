import type { AnyObjectSchema, AnySchema } from 'yup';
import type { cookieNames } from '#contract/cookies.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { paths } from '#contract/paths.ts';
import { responses } from '#contract/responses.ts';
import { parameters, schemas } from '#contract/schemas.ts';

export type CallName = keyof typeof paths;
type CookieName = keyof typeof cookieNames;

/** What a call takes and gives. Errors that any call can have are added by `errorsOf`. */
export interface Call {
  method: 'GET' | 'POST' | 'PATCH';
  /** Rules of the path parameters, by name. */
  parameters?: Record<string, AnySchema>;
  /** The JSON body. */
  body?: AnySchema;
  /** The body is the multipart form of a logo. */
  isLogoForm?: true;
  /** The JSON body of status 200; without it the response is an image. */
  response?: AnyObjectSchema;
  /** The cookie that identifies the client. */
  identity?: CookieName;
  /** Cookies that a successful call sets or clears, besides the XSRF cookie. */
  cookies?: readonly CookieName[];
  /** Error codes of its own. */
  errors?: readonly ErrorCode[];
  /** It needs an `Origin` only. */
  isXsrfExempt?: true;
  /** It asks no database and cannot fail. */
  isComputed?: true;
  /** It is neither counted nor limited. */
  isHealthCheck?: true;
}

const SESSION = ['access', 'refresh', 'signedIn'] as const;

/** Every call of the API. */
export const calls = {
  sendSignUpCode: {
    method: 'POST',
    parameters: { email: parameters.workEmail },
    body: schemas.nothing,
    response: responses.sendSignUpCode,
    errors: ['email_invalid', 'email_registered'],
  },
  verifySignUpCode: {
    method: 'GET',
    parameters: { email: parameters.workEmail, code: parameters.code },
    response: responses.verifySignUpCode,
    cookies: ['ticket'],
    errors: ['code_invalid', 'forbidden', 'origin_refused'],
  },
  createCompany: {
    method: 'POST',
    body: schemas.createCompany,
    response: responses.createCompany,
    identity: 'ticket',
    errors: ['ticket_missing', 'forbidden'],
  },
  uploadLogo: {
    method: 'POST',
    isLogoForm: true,
    response: responses.uploadLogo,
    identity: 'ticket',
    errors: ['ticket_missing', 'forbidden'],
  },
  notifySales: {
    method: 'POST',
    body: schemas.notifySales,
    response: responses.notifySales,
    identity: 'ticket',
    errors: ['ticket_missing', 'forbidden'],
  },
  updateCompany: {
    method: 'PATCH',
    body: schemas.updateCompany,
    response: responses.updateCompany,
    identity: 'access',
    cookies: ['ticket'],
    errors: ['unauthenticated', 'not_found'],
  },
  requestDemo: {
    method: 'POST',
    body: schemas.requestDemo,
    response: responses.requestDemo,
    isXsrfExempt: true,
  },
  createUser: {
    method: 'POST',
    body: schemas.createUser,
    response: responses.createUser,
    identity: 'ticket',
    cookies: [...SESSION, 'device'],
    errors: ['password_refused', 'ticket_missing', 'forbidden'],
  },
  completeUser: {
    method: 'PATCH',
    body: schemas.completeUser,
    response: responses.completeUser,
    identity: 'access',
    cookies: [...SESSION, 'ticket', 'device'],
    errors: ['password_refused', 'unauthenticated', 'forbidden', 'not_found'],
  },
  sendLoginCode: {
    method: 'POST',
    parameters: { email: parameters.email },
    body: schemas.nothing,
    response: responses.sendLoginCode,
    errors: ['email_invalid'],
  },
  login: {
    method: 'POST',
    body: schemas.login,
    response: responses.login,
    cookies: [...SESSION, 'device'],
    errors: ['code_invalid', 'unauthenticated'],
  },
  sendBrowserLink: {
    method: 'POST',
    parameters: { email: parameters.email },
    body: schemas.nothing,
    response: responses.sendBrowserLink,
    errors: ['email_invalid'],
  },
  knowBrowser: {
    method: 'POST',
    body: schemas.knowBrowser,
    response: responses.knowBrowser,
    cookies: ['device'],
    errors: ['code_invalid'],
  },
  passkeyLoginOptions: {
    method: 'POST',
    body: schemas.nothing,
    response: responses.passkeyLoginOptions,
  },
  passkeyLogin: {
    method: 'POST',
    body: schemas.passkeyLogin,
    response: responses.passkeyLogin,
    cookies: [...SESSION, 'device'],
    errors: ['passkey_invalid'],
  },
  updatePassword: {
    method: 'PATCH',
    body: schemas.updatePassword,
    response: responses.updatePassword,
    identity: 'access',
    cookies: [...SESSION, 'device'],
    errors: ['password_refused', 'unauthenticated', 'forbidden', 'not_found'],
  },
  passkeyRegistrationOptions: {
    method: 'POST',
    body: schemas.nothing,
    response: responses.passkeyRegistrationOptions,
    identity: 'access',
    errors: ['unauthenticated', 'forbidden', 'passkey_limit'],
  },
  registerPasskey: {
    method: 'POST',
    body: schemas.registerPasskey,
    response: responses.registerPasskey,
    identity: 'access',
    errors: ['passkey_invalid', 'unauthenticated', 'forbidden', 'passkey_limit'],
  },
  listPasskeys: {
    method: 'GET',
    response: responses.listPasskeys,
    identity: 'access',
    errors: ['unauthenticated'],
  },
  renamePasskey: {
    method: 'POST',
    body: schemas.renamePasskey,
    response: responses.renamePasskey,
    identity: 'access',
    errors: ['unauthenticated', 'forbidden', 'not_found'],
  },
  removePasskey: {
    method: 'POST',
    body: schemas.removePasskey,
    response: responses.removePasskey,
    identity: 'access',
    errors: ['unauthenticated', 'forbidden', 'not_found', 'last_way_in'],
  },
  listSessions: {
    method: 'GET',
    response: responses.listSessions,
    identity: 'access',
    errors: ['unauthenticated'],
  },
  endSession: {
    method: 'POST',
    body: schemas.endSession,
    response: responses.endSession,
    identity: 'access',
    errors: ['unauthenticated', 'forbidden', 'not_found'],
  },
  endOtherSessions: {
    method: 'POST',
    body: schemas.nothing,
    response: responses.endOtherSessions,
    identity: 'access',
    errors: ['unauthenticated', 'forbidden'],
  },
  refresh: {
    method: 'POST',
    body: schemas.nothing,
    response: responses.refresh,
    identity: 'refresh',
    cookies: SESSION,
    errors: ['unauthenticated'],
  },
  logout: {
    method: 'POST',
    body: schemas.nothing,
    response: responses.logout,
    cookies: [...SESSION, 'ticket'],
  },
  currentUser: {
    method: 'GET',
    response: responses.currentUser,
    identity: 'access',
    errors: ['unauthenticated'],
  },
  xsrf: { method: 'GET', response: responses.xsrf, isComputed: true },
  logo: { method: 'GET', parameters: { name: parameters.logoName }, errors: ['not_found'] },
  alive: { method: 'GET', response: responses.alive, isComputed: true, isHealthCheck: true },
  ready: { method: 'GET', response: responses.ready, isHealthCheck: true },
} as const satisfies Record<CallName, Call>;

export const callNames = Object.keys(calls) as CallName[];

/** The call of a name, with every property that a call can have. */
export const callOf = (name: CallName): Call => calls[name];

/** Whether a call changes something, so that it needs an `Origin`. */
export const isUnsafe = ({ method }: Call): boolean => method !== 'GET';

/** Every error code that a call can have. */
export const errorsOf = (name: CallName): ErrorCode[] => {
  const call = callOf(name);
  const { isXsrfExempt, isComputed, isHealthCheck } = call;
  const hasBody = call.body !== undefined || call.isLogoForm === true;
  const codes: (ErrorCode | false)[] = [
    'request_invalid',
    'media_type_unsupported',
    'headers_too_large',
    ...(call.errors ?? []),
    isUnsafe(call) && 'origin_refused',
    isUnsafe(call) && !isXsrfExempt && 'xsrf',
    hasBody && 'too_large',
    call.parameters !== undefined && 'path_too_long',
    !isHealthCheck && 'too_many_requests',
    !isComputed && 'unavailable',
    // The readiness check turns every fault into `unavailable`.
    !isComputed && !isHealthCheck && 'internal',
  ];
  return [...new Set(codes.filter((code) => code !== false))];
};
