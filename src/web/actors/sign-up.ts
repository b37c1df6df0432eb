import { companyCreationMachine } from '#machines/company-creation.ts';
import { otpMachine } from '#machines/otp.ts';
import { signUpMachine } from '#machines/sign-up.ts';
import { trialMachine } from '#machines/trial.ts';
import { emailOf } from '../arrival.ts';
import * as calls from '../calls/sign-up.ts';
import { appAddresses } from '../settings.ts';
import { emptyDraft, keepDraft, readDraft } from '../sign-up-draft.ts';
import { stepHistory } from '../step-history.ts';
import { holdTicket } from '../ticket-owner.ts';
import { calling } from './calling.ts';
import { following } from './following.ts';
import { isSignedIn } from './is-signed-in.ts';
import { opening } from './session.ts';
import type { Start } from './start.ts';

const signUpOtp = otpMachine.provide({
  actors: {
    sendCode: calling(calls.sendSignUpCode),
    verifyCode: calling(calls.verifySignUpCode),
  },
});

/** The sign-up with its effects. */
export const signUp = signUpMachine.provide({
  actors: {
    trial: trialMachine.provide({ actors: { otp: signUpOtp } }),
    companyCreation: companyCreationMachine.provide({
      actors: {
        createCompany: calling(calls.createCompany),
        uploadLogo: calling(calls.uploadLogo),
        createUser: calling(opening(calls.createUser)),
        tellSales: calling(calls.tellSales),
      },
    }),
    stepHistory,
    completeUser: calling(calls.completeUser),
    describeCompany: calling(calls.describeCompany),
  },
});

/**
 * What a sign-up starts with: the draft of an earlier visit, else the address that came in the
 * navigation state. Its draft is kept at each step, and its end leads to the app.
 */
export const startSignUp = (arrival: unknown): Start<typeof signUp> => {
  const draft = readDraft(Date.now()) ?? emptyDraft(emailOf(arrival));
  holdTicket(draft.email);
  return {
    input: { draft, isSignedIn: isSignedIn() },
    inspect: following<typeof signUp>(() => location.assign(appAddresses.newJob), keepDraft),
  };
};
