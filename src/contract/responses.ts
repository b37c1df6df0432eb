import * as yup from 'yup';
import type { paths } from './paths.ts';
import { UUID } from './text.ts';

const text = () => yup.string().strict().defined();
const uuid = () => text().uuid();
const seconds = () => yup.number().strict().integer().min(1).defined();
const body = <Fields extends yup.ObjectShape>(fields: Fields) =>
  yup.object(fields).strict().noUnknown().defined();

/** A fixed word says what was done. */
const done = <Word extends string>(word: Word) => body({ message: text().oneOf([word]) });

const userStatus = () => text().oneOf(['sent', 'accepted'] as const);
/** Whether the user belongs to the ATS area. */
const isAtsEnabled = () => yup.boolean().strict().defined();

const codeSent = () =>
  body({
    message: text().oneOf(['sent'] as const),
    /** Until another code can be requested. */
    retryAfter: seconds(),
  });

/** Base64url without padding. */
const bytes = () => text().matches(/^[A-Za-z0-9_-]+$/);
const time = () => text().meta({ format: 'date-time' });

/** What both ceremonies of a passkey ask of the authenticator. */
const ceremony = () => ({
  challenge: bytes(),
  /** In milliseconds. */
  timeout: yup.number().strict().integer().min(1).defined(),
});

const loggedIn = () =>
  body({
    ATSEnabled: isAtsEnabled(),
    success: body({ uuid: uuid(), status: userStatus() }),
  });

const passkey = () =>
  body({
    id: uuid(),
    name: text().min(1),
    createdAt: time(),
    /** Absent until its first login. */
    lastUsedAt: yup.string().strict().meta({ format: 'date-time' }),
    /** Whether the authenticator keeps a copy of it elsewhere (synced). */
    isBackedUp: yup.boolean().strict().defined(),
    /** Whether a new password after a login by code removes it: a password alone has added it. */
    endsWithReset: yup.boolean().strict().defined(),
  });

const session = () =>
  body({
    id: text().matches(UUID),
    /** Browser and system in words, such as `Chrome on Linux`; absent if unknown. */
    browser: yup.string().strict().min(1),
    /** IPv4 address or IPv6 /64 of its latest login or renewal. */
    network: yup.string().strict().min(1),
    openedAt: time(),
    /** Its latest login or renewal. */
    renewedAt: time(),
    /** Whether it is the session of the request. */
    isCurrent: yup.boolean().strict().defined(),
  });

/**
 * Bodies of the API's successful responses, in the spelling of the wire. The types below and the
 * description of the API come from them; nothing validates with them but tests.
 */
export const responses = {
  sendSignUpCode: codeSent(),
  verifySignUpCode: body({
    message: text().oneOf(['verified'] as const),
    /** Lifetime of the sign-up ticket. */
    ticketSeconds: seconds(),
  }),
  /** `message`: the id of the company. */
  createCompany: body({ message: uuid() }),
  /** `message`: the URL path of the logo. */
  uploadLogo: body({
    message: text().matches(/^\/logos\/[A-Za-z0-9_-]{22}\.(?:jpg|png)$/),
  }),
  notifySales: done('sent'),
  updateCompany: done('updated'),
  requestDemo: done('received'),
  /** `message`: the id of the user. */
  createUser: body({ message: uuid() }),
  completeUser: done('updated'),
  sendLoginCode: codeSent(),
  login: loggedIn(),
  sendBrowserLink: done('sent'),
  knowBrowser: done('known'),
  passkeyLoginOptions: body({
    ...ceremony(),
    rpId: text().min(1),
    userVerification: text().oneOf(['required'] as const),
  }),
  passkeyLogin: loggedIn(),
  updatePassword: body({ ATSEnabled: isAtsEnabled() }),
  passkeyRegistrationOptions: body({
    ...ceremony(),
    rp: body({ id: text().min(1), name: text().min(1) }),
    user: body({ id: bytes(), name: text().min(1), displayName: text().min(1) }),
    pubKeyCredParams: yup
      .array()
      .strict()
      .of(
        body({
          type: text().oneOf(['public-key'] as const),
          alg: yup.number().strict().integer().defined(),
        }),
      )
      .min(1)
      .defined(),
    excludeCredentials: yup
      .array()
      .strict()
      .of(
        body({
          type: text().oneOf(['public-key'] as const),
          id: bytes(),
          transports: yup.array().strict().of(text()).defined(),
        }),
      )
      .defined(),
    authenticatorSelection: body({
      residentKey: text().oneOf(['required'] as const),
      requireResidentKey: yup.boolean().strict().oneOf([true]).defined(),
      userVerification: text().oneOf(['required'] as const),
    }),
    attestation: text().oneOf(['none'] as const),
  }),
  registerPasskey: body({ passkey: passkey() }),
  listPasskeys: body({ passkeys: yup.array().strict().of(passkey()).defined() }),
  renamePasskey: done('renamed'),
  removePasskey: done('removed'),
  listSessions: body({ sessions: yup.array().strict().of(session()).defined() }),
  endSession: done('ended'),
  endOtherSessions: done('ended'),
  refresh: done('refreshed'),
  logout: done('logged out'),
  currentUser: body({
    success: body({ uuid: uuid(), status: userStatus(), name: text(), email: text() }),
  }),
  /** The value of the XSRF header, for a page on another origin than the API. */
  xsrf: body({ token: text().min(1) }),
  alive: body({ status: text().oneOf(['ok'] as const) }),
  ready: body({ status: text().oneOf(['ready'] as const) }),
} as const satisfies Partial<Record<keyof typeof paths, yup.AnyObjectSchema>>;

export type CodeSentResponse = yup.InferType<typeof responses.sendSignUpCode>;
export type CodeVerifiedResponse = yup.InferType<typeof responses.verifySignUpCode>;
/** A word, or what the call has made: an id or a URL path. */
export type MessageResponse = yup.InferType<typeof responses.createCompany>;
export type CurrentUserResponse = yup.InferType<typeof responses.currentUser>;
export type LoginResponse = yup.InferType<typeof responses.login>;
export type PasswordUpdatedResponse = yup.InferType<typeof responses.updatePassword>;
export type SessionsResponse = yup.InferType<typeof responses.listSessions>;
/** A live session as its user sees it. Times are ISO 8601 in UTC. */
export type SessionEntry = SessionsResponse['sessions'][number];
export type XsrfResponse = yup.InferType<typeof responses.xsrf>;
export type UserStatus = LoginResponse['success']['status'];
