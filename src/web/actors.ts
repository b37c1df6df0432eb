import {
  createActor,
  fromPromise,
  type InputFrom,
  type InspectionEvent,
  type SnapshotFrom,
  waitFor,
} from 'xstate';
import type { CodeSentAnswer, CodeVerifiedAnswer, MessageAnswer } from '#contract/answers.ts';
import { type CompanyFields, joinLocations } from '#contract/company.ts';
import { cookieNames } from '#contract/cookies.ts';
import { fillPath, paths } from '#contract/paths.ts';
import type {
  CompleteUser,
  CreateCompany,
  CreateUser,
  TellSales,
  UpdateCompany,
} from '#contract/schemas.ts';
import { withScheme } from '#contract/website.ts';
import { companyCreationMachine, type LogoStored } from '#machines/company-creation.ts';
import { otpMachine, type Sent, type Verified } from '#machines/otp.ts';
import { sessionMachine } from '#machines/session.ts';
import { type Completed, signUpMachine } from '#machines/sign-up.ts';
import { trialMachine } from '#machines/trial.ts';
import { type Answer, type Call, callOnce, callRenewing, type Failure } from './api.ts';
import { readCookie } from './cookies.ts';
import { warn } from './log.ts';
import { renewAcrossTabs } from './renewal-lock.ts';
import { appAddresses } from './settings.ts';
import { emptyDraft, keepDraft, readDraft } from './sign-up-draft.ts';
import { stepHistory } from './step-history.ts';
import { storage } from './storage.ts';

/** Where the id of the company is kept (spec §3). */
const COMPANY_ID_KEY = 'companyId';
const INITIAL_PASSWORD_BYTES = 24;

/** A failure that the chart has no answer for travels as an exception to its `onError`. */
class CallFailed extends Error {
  constructor(readonly failure: Failure) {
    super(failure.code);
  }
}

const bodyOf = <Body>(answer: Answer<Body>): Body => {
  if (!answer.ok) throw new CallFailed(answer.failure);
  return answer.body;
};

/** This page's session: every 401 goes through it. */
const session = createActor(
  sessionMachine.provide({
    actors: {
      refresh: fromPromise(async () => {
        const answer = await renewAcrossTabs(() =>
          callOnce({ method: 'POST', path: paths.refresh }),
        );
        if (!answer.ok && answer.failure.code !== 'unauthenticated') bodyOf(answer);
        return { isRenewed: answer.ok };
      }),
      logout: fromPromise(async () => {
        await callOnce({ method: 'POST', path: paths.logout });
      }),
    },
  }),
).start();

const renewSession = async (isKept: boolean): Promise<boolean> => {
  session.send({ type: 'access.expired', isKept });
  const settled = await waitFor(session, (snapshot) => !snapshot.hasTag('busy'));
  return settled.matches('active');
};

/** A call of the sign-up: when the session can't be renewed, the visitor stays in the wizard. */
const callInSignUp = <Body>(call: Call): Promise<Answer<Body>> =>
  callRenewing<Body>(call, () => renewSession(true));

const laterBy = (seconds: number): number => Date.now() + seconds * 1000;

const sentOf = (answer: Answer<CodeSentAnswer>): Sent => {
  if (answer.ok) return { ok: true, resendAt: laterBy(answer.body.retryAfter) };
  const { code, retryAfterS = 0 } = answer.failure;
  if (code === 'email_registered')
    return { ok: false, notice: 'emailRegistered', isRefused: true, resendAt: 0 };
  if (code === 'too_many_requests')
    return { ok: false, notice: 'codeNotSent', isRefused: false, resendAt: laterBy(retryAfterS) };
  return bodyOf(answer);
};

const verifiedOf = (answer: Answer<CodeVerifiedAnswer>): Verified => {
  if (answer.ok) return { ok: true, ticketEndsAt: laterBy(answer.body.ticketSeconds) };
  return answer.failure.code === 'code_invalid' ? { ok: false } : bodyOf(answer);
};

const signUpOtp = otpMachine.provide({
  actors: {
    sendCode: fromPromise<Sent, { email: string }>(async ({ input: { email } }) =>
      sentOf(await callOnce({ method: 'POST', path: fillPath(paths.sendSignUpCode, email) })),
    ),
    verifyCode: fromPromise<Verified, { email: string; code: string }>(
      async ({ input: { email, code } }) =>
        verifiedOf(
          await callOnce({ method: 'GET', path: fillPath(paths.verifySignUpCode, email, code) }),
        ),
    ),
  },
});

/** The wire wants a password at once; nobody ever sees this one (decisions, Sign-up). */
const makeInitialPassword = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(INITIAL_PASSWORD_BYTES))));

const logoForm = (companyId: string, logo: File): FormData => {
  const form = new FormData();
  form.append('companyid', companyId);
  form.append('file', logo);
  return form;
};

const REFUSED_LOGO: ReadonlySet<Failure['code']> = new Set(['media_type_unsupported', 'too_large']);

const companyCreation = companyCreationMachine.provide({
  actors: {
    createCompany: fromPromise<{ companyId: string }, CompanyFields>(async ({ input }) => {
      const body: CreateCompany = {
        name: input.name.trim(),
        website: withScheme(input.website),
        location: joinLocations(input.locations),
        departments: input.departments as CreateCompany['departments'],
        planname: 'free-trial',
      };
      const { message: companyId } = bodyOf(
        await callInSignUp<MessageAnswer>({ method: 'POST', path: paths.createCompany, body }),
      );
      storage.write(COMPANY_ID_KEY, companyId);
      return { companyId };
    }),
    uploadLogo: fromPromise<LogoStored, { companyId: string; logo: File }>(
      async ({ input: { companyId, logo } }) => {
        const body = logoForm(companyId, logo);
        const answer = await callInSignUp<MessageAnswer>({
          method: 'POST',
          path: paths.uploadLogo,
          body,
        });
        if (!answer.ok && REFUSED_LOGO.has(answer.failure.code)) return { ok: false };
        return { ok: true, logoAddress: bodyOf(answer).message };
      },
    ),
    createUser: fromPromise<{ userId: string }, { companyId: string; email: string }>(
      async ({ input: { companyId, email } }) => {
        const body: CreateUser = {
          comapnyid: companyId,
          privilege: 'Admin',
          email,
          name: 'Admin',
          status: 'sent',
          password: makeInitialPassword(),
        };
        const { message: userId } = bodyOf(
          await callInSignUp<MessageAnswer>({ method: 'POST', path: paths.createUser, body }),
        );
        session.send({ type: 'session.opened' });
        return { userId };
      },
    ),
    tellSales: fromPromise<void, { companyName: string; email: string }>(
      async ({ input: { companyName, email } }) => {
        const body: TellSales = {
          companyName: companyName.trim(),
          userName: 'Admin',
          userEmail: email,
        };
        bodyOf(await callInSignUp({ method: 'POST', path: paths.tellSales, body }));
      },
    ),
  },
});

const completedOf = (answer: Answer<unknown>): Completed => {
  if (answer.ok) return { ok: true };
  const { code } = answer.failure;
  if (code === 'unauthenticated') return { ok: false, reason: 'signedOut' };
  return { ok: false, reason: code === 'password_refused' ? 'common' : 'other' };
};

/** The sign-up with its effects. */
export const signUp = signUpMachine.provide({
  actors: {
    trial: trialMachine.provide({ actors: { otp: signUpOtp } }),
    companyCreation,
    stepHistory,
    completeUser: fromPromise<Completed, { userId: string; name: string; password: string }>(
      async ({ input: { userId, name, password } }) => {
        const body: CompleteUser = {
          uuid: userId,
          status: 'accepted',
          password,
          name: name.trim(),
        };
        return completedOf(await callInSignUp({ method: 'PATCH', path: paths.completeUser, body }));
      },
    ),
    describeCompany: fromPromise<void, { companyId: string; name: string; about: string }>(
      async ({ input: { companyId, name, about } }) => {
        const body: UpdateCompany = { uuid: companyId, name: name.trim(), about: about.trim() };
        const answer = await callInSignUp({ method: 'PATCH', path: paths.updateCompany, body });
        if (!answer.ok) warn('company-update', answer.failure.code);
      },
    ),
  },
});

/** An address that a link carried along in navigation state. */
const emailOf = (arrival: unknown): string =>
  typeof arrival === 'object' &&
  arrival !== null &&
  'email' in arrival &&
  typeof arrival.email === 'string'
    ? arrival.email
    : '';

/** Keeps the draft of a sign-up at each of its steps, and leaves for the app at its end. */
const followSignUp = (): ((event: InspectionEvent) => void) => {
  let root: InspectionEvent['actorRef'] | undefined;
  return (event) => {
    if (event.type !== '@xstate.snapshot') return;
    if (event.actorRef.sessionId === event.rootId) root = event.actorRef;
    if (!root) return;
    const snapshot = root.getSnapshot() as SnapshotFrom<typeof signUp>;
    keepDraft(snapshot);
    if (snapshot.status === 'done') location.assign(appAddresses.newJob);
  };
};

/**
 * What a sign-up starts with: the draft of an earlier visit, else the address that came with the
 * navigation state; and what follows it.
 */
export const signUpOptions = (
  arrival: unknown,
): { input: InputFrom<typeof signUp>; inspect: (event: InspectionEvent) => void } => ({
  input: {
    draft: readDraft(Date.now()) ?? emptyDraft(emailOf(arrival)),
    isSignedIn: readCookie(cookieNames.signedIn) === '1',
  },
  inspect: followSignUp(),
});
