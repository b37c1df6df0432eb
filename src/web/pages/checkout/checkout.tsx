import { useActorRef, useSelector } from '@xstate/react';
import { useCallback, useState } from 'react';
import { useSearch } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import type { ActorRefFrom } from 'xstate';
import type { signUpMachine } from '#machines/sign-up.ts';
import type { wizardMachine } from '#machines/wizard.ts';
import { signUpContent } from '#web/content/sign-up.ts';
import { signUpNotices } from '#web/content/sign-up-notices.ts';
import { signUp, signUpOptions } from '#web/flows/sign-up.ts';
import { AppOffer } from '#web/forms/app-offer.tsx';
import { NoticeBoard } from '#web/forms/notice-board.tsx';
import { FormPage } from '#web/layout/page-shell.tsx';
import { CompanyStep } from './company-step.tsx';
import { EmailVerificationForm } from './email-verification-form.tsx';
import { PersonStep } from './person-step.tsx';
import { ProfileStep } from './profile-step.tsx';
import { Leaving, SignUpFailed } from './states.tsx';

type SignUpRef = ActorRefFrom<typeof signUpMachine>;

/** The email address of the email verification or of the wizard. */
const emailFrom = (actor: SignUpRef): string => {
  const { children, context } = actor.getSnapshot();
  return (children.emailVerification?.getSnapshot().context ?? context).email;
};

const WizardSteps = ({ wizard }: { wizard: ActorRefFrom<typeof wizardMachine> }) => {
  const { companyStep, personStep, profileStep } = useSelector(wizard, ({ children }) => children);
  if (companyStep) return <CompanyStep actor={companyStep} />;
  if (personStep) return <PersonStep actor={personStep} />;
  return profileStep ? <ProfileStep actor={profileStep} /> : null;
};

const Step = ({ actor }: { actor: SignUpRef }) => {
  const snapshot = useSelector(actor, (state) => state);
  const { emailVerification, wizard } = snapshot.children;
  if (snapshot.matches('offeringApp'))
    return (
      <AppOffer
        words={signUpContent.offer}
        onDecline={() => actor.send({ type: 'app.declined' })}
      />
    );
  if (wizard) return <WizardSteps wizard={wizard} />;
  if (snapshot.matches('leaving')) return <Leaving />;
  return emailVerification ? (
    <EmailVerificationForm verification={emailVerification} />
  ) : (
    <SignUpFailed actor={actor} />
  );
};

/** The sign-up page: the email verification, then the company wizard. */
export default function Checkout() {
  const navigationState = useHistoryState<unknown>();
  const search = useSearch();
  const [options] = useState(() => signUpOptions(search, navigationState));
  const actor = useActorRef(signUp, options);
  const emailOf = useCallback(() => emailFrom(actor), [actor]);
  const isVerifying = useSelector(actor, (state) => state.children.emailVerification !== undefined);
  return (
    <FormPage hasInvitedNote={!isVerifying}>
      <Step actor={actor} />
      <NoticeBoard actor={actor} notices={signUpNotices} emailOf={emailOf} />
    </FormPage>
  );
}
