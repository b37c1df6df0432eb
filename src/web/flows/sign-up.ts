import { assign, type EventObject, fromCallback, sendParent } from 'xstate';
import { MS_PER_S } from '#contract/durations.ts';
import { accountCreationMachine } from '#machines/account-creation.ts';
import { codeMailMachine } from '#machines/code-mail.ts';
import { companyStepMachine } from '#machines/company-step.ts';
import { emailVerificationMachine } from '#machines/email-verification.ts';
import { otpMachine } from '#machines/otp.ts';
import { personStepMachine } from '#machines/person-step.ts';
import { profileStepMachine } from '#machines/profile-step.ts';
import { WIZARD_STEPS, type WizardStep, wizardStateOf } from '#machines/rules/sign-up.ts';
import { signUpMachine } from '#machines/sign-up.ts';
import { wizardMachine } from '#machines/wizard.ts';
import { codeLifeLeftMs } from '#web/api/calls/code.ts';
import * as calls from '#web/api/calls/sign-up.ts';
import { appAddresses } from '#web/platform/settings.ts';
import { navigate } from '#web/routing/hash-location.ts';
import { emailOf } from '#web/routing/navigation-state.ts';
import { type ActorOptions, fromCall, inspector, notifier } from './actor.ts';
import { chosenPlan, chosenSlug, forgetPlan, keepPlan, restorePlan } from './chosen-plan.ts';
import { isSignedIn, withSession } from './session.ts';
import {
  clearDraft,
  draftOf,
  emptyDraft,
  openDraft,
  readDraft,
  resendTime,
  saveDraft,
} from './sign-up-draft.ts';

/** The steps in order of their history entries. The email verification is the first. */
const STEPS: readonly (WizardStep | 'emailVerification')[] = ['emailVerification', ...WIZARD_STEPS];

/** The index of a history entry in `STEPS`; undefined for an entry without a step. */
const depthOf = (state: unknown): number | undefined => {
  const isStep = typeof state === 'object' && state !== null && 'signUpStep' in state;
  return isStep ? Math.max(0, (STEPS as readonly unknown[]).indexOf(state.signUpStep)) : undefined;
};

const markEntry = (index: number): void =>
  history.replaceState({ ...history.state, signUpStep: STEPS[index] }, '');

/**
 * Adds history entries for a step and the steps before it, at the same URL; the present one is the first. When the
 * visitor goes back, by one entry or more, the step receives `back.requested`. A step that is busy ignores it, and so
 * do entries of later steps: the entry of the shown step is restored, so that Back never leads out of the middle of
 * the wizard. An address that is opened again at itself loses the state of its entry. Navigation to another page
 * unmounts the step.
 */
const stepHistory = fromCallback<EventObject, { step: WizardStep }>(
  ({ input: { step }, sendBack }) => {
    const shown = STEPS.indexOf(step);
    const { href } = location;
    let isShown = true;
    const restoreEntries = () => {
      if (depthOf(history.state) === undefined) markEntry(0);
      for (let depth = (depthOf(history.state) ?? 0) + 1; depth <= shown; depth += 1)
        navigate(location.hash.slice(1), { state: { signUpStep: STEPS[depth] } });
    };
    const onPopState = ({ state }: PopStateEvent) => {
      const depth = depthOf(state);
      if (location.href !== href || depth === shown) return;
      if (depth === undefined) return markEntry(shown);
      if (depth > shown) return history.go(shown - depth);
      sendBack({ type: 'back.requested' });
      // The chart has left the step by now, unless it ignored the event.
      if (isShown) restoreEntries();
    };
    restoreEntries();
    addEventListener('popstate', onPopState);
    return () => {
      isShown = false;
      removeEventListener('popstate', onPopState);
    };
  },
);

const otp = otpMachine.provide({
  actors: {
    sendCode: fromCall(calls.sendSignUpCode),
    verifyCode: fromCall(calls.verifySignUpCode),
  },
  actions: {
    savePause: ({ context: { resendAt } }) => saveDraft({ resendAt }),
    tellSent: sendParent({ type: 'code.sent' }),
  },
});

const FIRST_READ_MS = 1000;
const READ_PAUSE_MS_MAX = 30 * MS_PER_S;

/**
 * Reports what becomes of the mail, at first every few seconds, until that is settled or the code has expired. A server
 * that does not answer is asked again.
 */
const watchMail = fromCallback<EventObject, { email: string }>(({ input: { email }, sendBack }) => {
  let pauseMs = FIRST_READ_MS;
  let isWatched = true;
  // From here on not by `Date`, because the clock may be set.
  const expiresAt = performance.now() + codeLifeLeftMs(resendTime(), Date.now());
  const read = async () => {
    const mail = await calls.readSignUpMail(email);
    const message = mail?.message ?? 'unknown';
    const isUnsent = ['trying', 'postponed', 'unknown'].includes(message);
    const hasExpired = isUnsent && performance.now() >= expiresAt;
    sendBack({
      type: hasExpired ? 'mail.expired' : `mail.${message}`,
      retryAfterS: mail?.retryAfter,
    });
    const isSettled = hasExpired || !isUnsent || (mail && message === 'unknown');
    if (isSettled || !isWatched) return;
    pauseMs = mail?.retryAfter
      ? (mail.retryAfter + 1) * MS_PER_S
      : Math.min(2 * pauseMs, READ_PAUSE_MS_MAX);
    readLater();
  };
  let timer: ReturnType<typeof setTimeout>;
  const readLater = () => {
    timer = setTimeout(read, pauseMs);
  };
  readLater();
  return () => {
    isWatched = false;
    clearTimeout(timer);
  };
});

const codeMail = codeMailMachine.provide({ actors: { watchMail } });

const emailVerification = emailVerificationMachine.provide({
  actors: { codeMail, otp },
  actions: {
    saveDraft: ({ context: { email, ticketEndsAt } }) => saveDraft({ email, ticketEndsAt }),
    saveTerms: (_, hasAcceptedTerms) => saveDraft({ hasAcceptedTerms }),
    clearPause: () => saveDraft({ resendAt: undefined }),
  },
});

const accountCreation = accountCreationMachine.provide({
  actors: {
    createCompany: fromCall((input) => calls.createCompany({ ...input, chosenPlan: chosenSlug() })),
    uploadLogo: fromCall(calls.uploadLogo),
    createUser: fromCall(withSession(calls.createUser)),
    notifySales: fromCall(calls.notifySales),
  },
});

const companyStep = companyStepMachine.provide({
  actors: { accountCreation, stepHistory },
  actions: { saveDraft: ({ context }) => saveDraft(draftOf(context)) },
});

const personStep = personStepMachine.provide({
  actors: { accountCreation, stepHistory, completeUser: fromCall(calls.completeUser) },
  actions: { saveDraft: ({ context }) => saveDraft(draftOf(context)) },
});

const profileStep = profileStepMachine.provide({
  actors: {
    stepHistory,
    describeCompany: fromCall((input) =>
      calls.describeCompany({ ...input, chosenPlan: chosenSlug() }),
    ),
  },
  actions: { saveDraft: ({ context }) => saveDraft(draftOf(context)) },
});

const wizard = wizardMachine.provide({
  actors: { companyStep, personStep, profileStep },
  actions: { saveStep: (_, step) => saveDraft({ step }) },
});

/** The sign-up chart with its child charts, actors and effects. */
export const signUp = signUpMachine.provide({
  actors: { emailVerification, wizard, notifier },
  actions: {
    saveDraft: ({ context: { email, hasAcceptedTerms, resendAt, ticketEndsAt, step, wizard } }) =>
      saveDraft({
        email,
        hasAcceptedTerms,
        resendAt,
        ticketEndsAt,
        step,
        ...draftOf(wizard),
      }),
    restoreDraft: assign(() => {
      const draft = readDraft(Date.now());
      return draft ? { wizard: wizardStateOf({ ...draft, password: '' }) } : {};
    }),
    clearDraft: () => {
      clearDraft();
      forgetPlan();
    },
    openNewJob: () => location.assign(appAddresses.newJob),
  },
});

/**
 * Actor options: the stored draft, else the email address of the navigation state.
 *
 * @param search the query of the address, which may name a plan
 */
export const signUpOptions = (
  search: string,
  navigationState: unknown,
): ActorOptions<typeof signUp> => {
  const stored = readDraft(Date.now());
  const draft = stored ?? emptyDraft(emailOf(navigationState));
  openDraft(draft);
  // A plan of an earlier sign-up is none of this one.
  if (stored) restorePlan();
  else forgetPlan();
  const plan = chosenPlan(search, navigationState);
  if (plan) keepPlan(plan);
  return { input: { draft, isSignedIn: isSignedIn() }, inspect: inspector };
};
