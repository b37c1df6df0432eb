import type { CodeVerifiedAnswer, MessageAnswer } from '#contract/answers.ts';
import { type CompanyFields, joinLocations } from '#contract/company.ts';
import { fillPath, paths } from '#contract/paths.ts';
import type {
  CompleteUser,
  CreateCompany,
  CreateUser,
  TellSales,
  UpdateCompany,
} from '#contract/schemas.ts';
import { storageKeys } from '#contract/storage-keys.ts';
import { withScheme } from '#contract/website.ts';
import type { CompanyMade, LogoStored, UserMade } from '#machines/company-creation.ts';
import type { Sent, Verified } from '#machines/otp.ts';
import type { Completed } from '#machines/sign-up.ts';
import { type Answer, bodyOf, type Call, callOnce, callSignedIn, type Failure } from '../api.ts';
import { warn } from '../log.ts';
import { storage } from '../storage.ts';
import { isTicketTaken, takeTicket } from '../ticket-owner.ts';
import { momentIn, refusalOf, sentOf } from './code.ts';

const INITIAL_PASSWORD_BYTES = 24;
const REFUSED_LOGO: ReadonlySet<Failure['code']> = new Set(['media_type_unsupported', 'too_large']);

const REFUSED_CODE: ReadonlySet<Failure['code']> = new Set(['code_invalid']);
const LOST_TICKET: ReadonlySet<Failure['code']> = new Set(['ticket_missing', 'forbidden']);

/** The ticket has ended or is another address's, on the server's word. */
const isTicketLost = (answer: Answer<unknown>): boolean =>
  !answer.ok && LOST_TICKET.has(answer.failure.code);

/** When the session can't be renewed, the visitor stays in the wizard. */
const callInWizard = <Body>(call: Call): Promise<Answer<Body>> =>
  callSignedIn<Body>(call, { isKept: true });

export const sendSignUpCode = async ({ email }: { email: string }): Promise<Sent> =>
  sentOf(await callOnce({ method: 'POST', path: fillPath(paths.sendSignUpCode, email) }));

export const verifySignUpCode = async ({
  email,
  code,
}: {
  email: string;
  code: string;
}): Promise<Verified> => {
  const answer = await callOnce<CodeVerifiedAnswer>({
    method: 'GET',
    path: fillPath(paths.verifySignUpCode, email, code),
  });
  if (answer.ok) {
    takeTicket(email);
    return { ok: true, ticketEndsAt: momentIn(answer.body.ticketSeconds) };
  }
  return refusalOf(answer, REFUSED_CODE);
};

export const createCompany = async (company: CompanyFields): Promise<CompanyMade> => {
  // The wire names no address here: the company would become the other tab's.
  if (isTicketTaken()) return { ok: false, isTicketLost: true };
  const body: CreateCompany = {
    name: company.name.trim(),
    website: withScheme(company.website),
    location: joinLocations(company.locations),
    departments: company.departments as CreateCompany['departments'],
    planname: 'free-trial',
  };
  const answer = await callInWizard<MessageAnswer>({
    method: 'POST',
    path: paths.createCompany,
    body,
  });
  if (isTicketLost(answer)) return { ok: false, isTicketLost: true };
  const { message: companyId } = bodyOf(answer);
  storage.write(storageKeys.companyId, companyId);
  return { ok: true, companyId };
};

export const uploadLogo = async ({
  companyId,
  logo,
}: {
  companyId: string;
  logo: File;
}): Promise<LogoStored> => {
  const body = new FormData();
  body.append('companyid', companyId);
  body.append('file', logo);
  const answer = await callInWizard<MessageAnswer>({
    method: 'POST',
    path: paths.uploadLogo,
    body,
  });
  if (isTicketLost(answer)) return { ok: false, isTicketLost: true };
  if (!answer.ok && REFUSED_LOGO.has(answer.failure.code))
    return { ok: false, isTicketLost: false };
  return { ok: true, logoAddress: bodyOf(answer).message };
};

/** The wire wants a password at once; nobody ever sees this one. */
const makeInitialPassword = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(INITIAL_PASSWORD_BYTES))));

export const createUser = async ({
  companyId,
  email,
}: {
  companyId: string;
  email: string;
}): Promise<UserMade> => {
  const body: CreateUser = {
    comapnyid: companyId,
    privilege: 'Admin',
    email,
    name: 'Admin',
    status: 'sent',
    password: makeInitialPassword(),
  };
  const answer = await callInWizard<MessageAnswer>({
    method: 'POST',
    path: paths.createUser,
    body,
  });
  if (isTicketLost(answer)) return { ok: false, isTicketLost: true };
  return { ok: true, userId: bodyOf(answer).message };
};

export const tellSales = async ({
  companyName,
  email,
}: {
  companyName: string;
  email: string;
}): Promise<void> => {
  const body: TellSales = { companyName: companyName.trim(), userName: 'Admin', userEmail: email };
  bodyOf(await callInWizard({ method: 'POST', path: paths.tellSales, body }));
};

export const completeUser = async ({
  userId,
  name,
  password,
}: {
  userId: string;
  name: string;
  password: string;
}): Promise<Completed> => {
  const body: CompleteUser = { uuid: userId, status: 'accepted', password, name: name.trim() };
  const answer = await callInWizard({ method: 'PATCH', path: paths.completeUser, body });
  if (answer.ok) return { ok: true };
  const { code } = answer.failure;
  if (code === 'unauthenticated') return { ok: false, reason: 'signedOut' };
  if (code === 'forbidden') return { ok: false, reason: 'accepted' };
  return { ok: false, reason: code === 'password_refused' ? 'common' : 'other' };
};

export const describeCompany = async ({
  companyId,
  name,
  about,
}: {
  companyId: string;
  name: string;
  about: string;
}): Promise<void> => {
  const body: UpdateCompany = { uuid: companyId, name: name.trim(), about: about.trim() };
  const answer = await callInWizard({ method: 'PATCH', path: paths.updateCompany, body });
  if (answer.ok) return;
  warn('company-update', answer.failure.code);
  // The app is as far away as the server: what was typed would be lost on the way there.
  if (!navigator.onLine) bodyOf(answer);
};
