import { aboutStepMachine } from '#machines/about-step.ts';
import { allSetStepMachine } from '#machines/all-set-step.ts';
import { companyCreationMachine } from '#machines/company-creation.ts';
import { companyStepMachine } from '#machines/company-step.ts';
import { otpMachine } from '#machines/otp.ts';
import { signUpMachine } from '#machines/sign-up.ts';
import { trialMachine } from '#machines/trial.ts';
import { wizardMachine } from '#machines/wizard.ts';
import * as calls from '#web/api/calls/sign-up.ts';
import { appAddresses } from '#web/platform/settings.ts';
import { emailOf } from '#web/routing/navigation-state.ts';
import type { ActorOptions } from '../actor-options.ts';
import { fromCall } from '../from-call.ts';
import { inspector } from '../inspector.ts';
import { notifier } from '../notifier.ts';
import { isSignedIn } from '../session/is-signed-in.ts';
import { withSession } from '../session/session.ts';
import {
  clearDraft,
  draftOf,
  emptyDraft,
  openDraft,
  readDraft,
  saveDraft,
} from './sign-up-draft.ts';
import { stepHistory } from './step-history.ts';

const otp = otpMachine.provide({
  actors: {
    sendCode: fromCall(calls.sendSignUpCode),
    verifyCode: fromCall(calls.verifySignUpCode),
  },
  actions: { savePause: ({ context: { resendAt } }) => saveDraft({ resendAt }) },
});

const trial = trialMachine.provide({
  actors: { otp },
  actions: {
    saveDraft: ({ context: { email, ticketEndsAt } }) => saveDraft({ email, ticketEndsAt }),
    saveTerms: (_, hasAcceptedTerms) => saveDraft({ hasAcceptedTerms }),
    clearPause: () => saveDraft({ resendAt: undefined }),
  },
});

const companyCreation = companyCreationMachine.provide({
  actors: {
    createCompany: fromCall(calls.createCompany),
    uploadLogo: fromCall(calls.uploadLogo),
    createUser: fromCall(withSession(calls.createUser)),
    notifySales: fromCall(calls.notifySales),
  },
});

const companyStep = companyStepMachine.provide({
  actors: { companyCreation, stepHistory },
  actions: { saveDraft: ({ context }) => saveDraft(draftOf(context)) },
});

const aboutStep = aboutStepMachine.provide({
  actors: { companyCreation, stepHistory, completeUser: fromCall(calls.completeUser) },
  actions: { saveDraft: ({ context }) => saveDraft(draftOf(context)) },
});

const allSetStep = allSetStepMachine.provide({
  actors: { stepHistory, describeCompany: fromCall(calls.describeCompany) },
  actions: { saveDraft: ({ context }) => saveDraft(draftOf(context)) },
});

const wizard = wizardMachine.provide({
  actors: { companyStep, aboutStep, allSetStep },
  actions: { saveStep: (_, step) => saveDraft({ step }) },
});

/** The sign-up chart with its child charts, actors and effects. */
export const signUp = signUpMachine.provide({
  actors: { trial, wizard, notifier },
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
    clearDraft,
    openNewJob: () => location.assign(appAddresses.newJob),
  },
});

/** Actor options: the stored draft, else the email address of the navigation state. */
export const signUpOptions = (navigationState: unknown): ActorOptions<typeof signUp> => {
  const draft = readDraft(Date.now()) ?? emptyDraft(emailOf(navigationState));
  openDraft(draft);
  return { input: { draft, isSignedIn: isSignedIn() }, inspect: inspector };
};
