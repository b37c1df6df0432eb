import { useActorRef, useSelector } from '@xstate/react';
import { useCallback, useState } from 'react';
import { useHistoryState } from 'wouter/use-browser-location';
import { login, startLogin } from '#web/actors/login.ts';
import { isSessionEnded } from '#web/arrival.ts';
import { loginContent } from '#web/content/login.ts';
import { loginNotices } from '#web/content/notices.ts';
import { FormPage } from '#web/pages/form-page.tsx';
import { AppOffer } from '#web/ui/app-offer.tsx';
import { NoticeBoard } from '#web/ui/notice-board.tsx';
import { LoginForm } from './login-form.tsx';

/** Log in: by password or by a code. */
export default function Login() {
  const arrival = useHistoryState<unknown>();
  const [options] = useState(() => startLogin(arrival));
  const actor = useActorRef(login, options);
  const isOffering = useSelector(actor, (snapshot) => snapshot.matches('offeringApp'));
  const emailOf = useCallback(() => actor.getSnapshot().context.email.trim(), [actor]);
  return (
    <FormPage>
      {isOffering ? (
        <AppOffer
          words={loginContent.offer}
          onDecline={() => actor.send({ type: 'app.declined' })}
        />
      ) : (
        <LoginForm actor={actor} isSessionEnded={isSessionEnded(arrival)} />
      )}
      <NoticeBoard actor={actor} notices={loginNotices} emailOf={emailOf} />
    </FormPage>
  );
}
