import { FREE_TRIAL, UNNAMED_USER } from '#contract/account.ts';
import type { RequestBody, ResponseBody } from '#contract/calls/all-calls.ts';
import { fillPath } from '#contract/calls/call.ts';
import { endpoints } from '#contract/calls/endpoints.ts';
import { withScheme } from '#contract/company.ts';
import * as storageKeys from '#contract/storage-keys.ts';
import type {
  CreateCompanyResult,
  CreateUserResult,
  UploadLogoResult,
} from '#machines/account-creation.ts';
import type { SendCodeResult, VerifyCodeResult } from '#machines/otp.ts';
import type { CompleteUserResult } from '#machines/person-step.ts';
import { type CompanyFields, joinLocations } from '#machines/rules/sign-up.ts';
import { warn } from '#web/platform/log.ts';
import { apiBase } from '#web/platform/settings.ts';
import { storage } from '#web/platform/storage.ts';
import { callApi, callAuthenticated, type Failure, unwrap } from '../client.ts';
import { callAttributed } from './attributed.ts';
import { endPause, requestCode, secondsFromNow, toVerificationFailure } from './code.ts';

const INITIAL_PASSWORD_BYTES = 24;
const REFUSED_LOGO: ReadonlySet<Failure['code']> = new Set(['media_type_unsupported', 'too_large']);

const REFUSED_CODE: ReadonlySet<Failure['code']> = new Set(['code_invalid']);
const LOST_TICKET: ReadonlySet<Failure['code']> = new Set(['ticket_missing', 'forbidden']);

/** Whether the server rejected the sign-up ticket: it expired or belongs to another address. */
const isTicketRejected = (result: { ok: true } | { ok: false; failure: Failure }): boolean =>
  !result.ok && LOST_TICKET.has(result.failure.code);

/** The visitor stays in the wizard when the session can't be renewed. */
const WIZARD = { staysOnPage: true };

/** Requests a one-time code for a sign-up. */
export const sendSignUpCode = ({ email }: { email: string }): Promise<SendCodeResult> =>
  requestCode('sendSignUpCode', email);

const NOT_FOUND = 404;
const MAIL_READ_TIMEOUT_MS = 10_000;

/**
 * What became of the mail with the latest code; undefined without an answer. Not by `callApi`: a server of the version
 * before does not have the call, which is no reason to reload the page.
 */
export const readSignUpMail = async (
  email: string,
): Promise<ResponseBody<'signUpMail'> | undefined> => {
  const [, path] = endpoints.signUpMail;
  try {
    const response = await fetch(apiBase(location.hostname) + fillPath(path, { email }), {
      credentials: 'include',
      signal: AbortSignal.timeout(MAIL_READ_TIMEOUT_MS),
    });
    if (response.status === NOT_FOUND) return { message: 'unknown' };
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined;
  }
};

/** Verifies the code; the browser gets the sign-up ticket. `ticketEndsAt` in epoch ms. */
export const verifySignUpCode = async ({
  email,
  code,
}: {
  email: string;
  code: string;
}): Promise<VerifyCodeResult> => {
  const result = await callApi('verifySignUpCode', { parameters: { email, code } });
  if (!result.ok) return toVerificationFailure(result, REFUSED_CODE);
  endPause('sendSignUpCode', email);
  const { ticketSeconds, existingCompany } = result.body;
  return { ok: true, ticketEndsAt: secondsFromNow(ticketSeconds), existingCompany };
};

/**
 * Creates the company of an address. `isTicketRejected`: the address must be verified again. The ticket
 * may be that of another address, which another tab has verified.
 */
export const createCompany = async ({
  email,
  company: { locations, departments, ...company },
  chosenPlan,
}: {
  email: string;
  company: CompanyFields;
  /** Slug of the plan that the visitor picked. */
  chosenPlan: string | undefined;
}): Promise<CreateCompanyResult> => {
  const body: RequestBody<'createCompany'> = {
    ...company,
    name: company.name.trim(),
    website: withScheme(company.website),
    location: joinLocations(locations),
    departments: departments as RequestBody<'createCompany'>['departments'],
    planname: FREE_TRIAL,
    email,
  };
  const result = await callAttributed(
    (source) => callAuthenticated('createCompany', WIZARD, { body: { ...body, ...source } }),
    chosenPlan === undefined ? {} : { chosenPlan },
  );
  if (isTicketRejected(result)) return { ok: false, isTicketRejected: true };
  const { message: companyId } = unwrap(result);
  storage.write(storageKeys.companyId, companyId);
  return { ok: true, companyId };
};

/** Uploads the logo. Not `isTicketRejected`: the server refused the image. */
export const uploadLogo = async ({
  companyId,
  logo,
}: {
  companyId: string;
  logo: File;
}): Promise<UploadLogoResult> => {
  const body = new FormData();
  body.append('companyid', companyId);
  body.append('file', logo);
  const result = await callAuthenticated('uploadLogo', WIZARD, { body });
  if (isTicketRejected(result)) return { ok: false, isTicketRejected: true };
  if (!result.ok && REFUSED_LOGO.has(result.failure.code))
    return { ok: false, isTicketRejected: false };
  return { ok: true, logoAddress: unwrap(result).message };
};

/** A random password, base64: the API requires one now, and the visitor chooses one later. */
const makeInitialPassword = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(INITIAL_PASSWORD_BYTES))));

/** Creates the company's administrator with a random password. */
export const createUser = async ({
  companyId,
  email,
}: {
  companyId: string;
  email: string;
}): Promise<CreateUserResult> => {
  const body: RequestBody<'createUser'> = {
    comapnyid: companyId,
    privilege: 'Admin',
    email,
    name: UNNAMED_USER,
    status: 'sent',
    password: makeInitialPassword(),
  };
  const result = await callAuthenticated('createUser', WIZARD, { body });
  if (isTicketRejected(result)) return { ok: false, isTicketRejected: true };
  return { ok: true, userId: unwrap(result).message };
};

/** Reports the new company to the sales team. Throws ApiError. */
export const notifySales = async ({
  companyName,
  email,
}: {
  companyName: string;
  email: string;
}): Promise<void> => {
  const body: RequestBody<'notifySales'> = {
    companyName: companyName.trim(),
    userName: UNNAMED_USER,
    userEmail: email,
  };
  unwrap(await callAuthenticated('notifySales', WIZARD, { body }));
};

/** Sets the administrator's name and password. `accepted`: that was done before. */
export const completeUser = async ({
  userId,
  name,
  password,
}: {
  userId: string;
  name: string;
  password: string;
}): Promise<CompleteUserResult> => {
  const body: RequestBody<'completeUser'> = {
    uuid: userId,
    status: 'accepted',
    password,
    name: name.trim(),
  };
  const result = await callAuthenticated('completeUser', WIZARD, { body });
  if (result.ok) return { ok: true };
  const { code } = result.failure;
  if (code === 'unauthenticated') return { ok: false, reason: 'signedOut' };
  if (code === 'forbidden') return { ok: false, reason: 'accepted' };
  return { ok: false, reason: code === 'password_refused' ? 'common' : 'other' };
};

/**
 * Saves the company's display name and description, and the plan that is chosen by then. A failure while online is
 * only logged.
 */
export const describeCompany = async ({
  companyId,
  name,
  about,
  chosenPlan,
}: {
  companyId: string;
  name: string;
  about: string;
  chosenPlan: string | undefined;
}): Promise<void> => {
  const body: RequestBody<'updateCompany'> = {
    uuid: companyId,
    name: name.trim(),
    about: about.trim(),
  };
  const result = await callAttributed(
    (source) => callAuthenticated('updateCompany', WIZARD, { body: { ...body, ...source } }),
    chosenPlan === undefined ? {} : { chosenPlan },
  );
  if (result.ok) return;
  warn('company-update', result.failure.code);
  // Offline, the app can't be opened either: the error keeps the visitor and the text on the page.
  if (!navigator.onLine) unwrap(result);
};
