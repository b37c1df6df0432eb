import * as yup from 'yup';
import type { paths } from './paths.ts';

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
  login: body({
    ATSEnabled: isAtsEnabled(),
    success: body({ uuid: uuid(), status: userStatus() }),
  }),
  updatePassword: body({ ATSEnabled: isAtsEnabled() }),
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
export type XsrfResponse = yup.InferType<typeof responses.xsrf>;
export type UserStatus = LoginResponse['success']['status'];
