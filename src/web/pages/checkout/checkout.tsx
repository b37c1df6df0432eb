import { useActorRef, useSelector } from '@xstate/react';
import { useCallback, useState } from 'react';
import { useHistoryState } from 'wouter/use-browser-location';
import { signUp, startSignUp } from '#web/actors/sign-up.ts';
import { signUpNotices } from '#web/content/notices.ts';
import { signUpContent } from '#web/content/sign-up.ts';
import { FormPage } from '#web/pages/form-page.tsx';
import { AppOffer } from '#web/ui/app-offer.tsx';
import { NoticeBoard } from '#web/ui/notice-board.tsx';
import { AboutStep } from './about-step.tsx';
import { AllSetStep } from './all-set-step.tsx';
import { Broken } from './broken.tsx';
import { CompanyStep } from './company-step.tsx';
import { Leaving } from './leaving.tsx';
import type { SignUpRef } from './sign-up-ref.ts';
import { TrialForm } from './trial-form.tsx';

/** The address that is being proved, or was. */
const emailIn = (actor: SignUpRef): string => {
  const { children, context } = actor.getSnapshot();
  return (children.trial?.getSnapshot().context ?? context).email;
};

const Step = ({ actor }: { actor: SignUpRef }) => {
  const snapshot = useSelector(actor, (state) => state);
  const { trial } = snapshot.children;
  if (snapshot.matches('offeringApp'))
    return (
      <AppOffer
        words={signUpContent.offer}
        onDecline={() => actor.send({ type: 'app.declined' })}
      />
    );
  if (snapshot.matches({ wizard: 'company' })) return <CompanyStep actor={actor} />;
  if (snapshot.matches({ wizard: 'about' })) return <AboutStep actor={actor} />;
  if (snapshot.matches({ wizard: 'allSet' })) return <AllSetStep actor={actor} />;
  if (snapshot.matches('leaving')) return <Leaving />;
  return trial ? <TrialForm trial={trial} /> : <Broken actor={actor} />;
};

/** The sign-up: trial, then the company wizard. */
export default function Checkout() {
  const arrival = useHistoryState<unknown>();
  const [options] = useState(() => startSignUp(arrival));
  const actor = useActorRef(signUp, options);
  const emailOf = useCallback(() => emailIn(actor), [actor]);
  return (
    <FormPage>
      <Step actor={actor} />
      <NoticeBoard actor={actor} notices={signUpNotices} emailOf={emailOf} />
    </FormPage>
  );
}
