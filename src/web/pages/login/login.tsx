import { useActorRef, useSelector } from '@xstate/react';
import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { useSearch } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { BROWSER_LINK_PARAMETER } from '#contract/session.ts';
import { loginContent, loginNotices } from '#web/content/login.ts';
import { createLogin, loginOptions } from '#web/flows/login.ts';
import type { PasskeyCreation } from '#web/flows/passkey-registration.ts';
import { AppOffer } from '#web/forms/app-offer.tsx';
import { NoticeBoard } from '#web/forms/notice-board.tsx';
import type { PasskeyOfferProps } from '#web/forms/passkey-offer.tsx';
import { FormPage } from '#web/layout/page-shell.tsx';
import { isLoginByCode, isSessionEnded } from '#web/routing/navigation-state.ts';
import { usePasskeyOffer } from './hooks.ts';
import { LoginForm } from './login-form.tsx';

/** How long a login waits for the offer of a passkey, which it can do without. */
const LOAD_MS_MAX = 3000;

/** The view of the offer, once `loadOffer` has resolved. */
const offer: { View?: ComponentType<PasskeyOfferProps> } = {};

const load = async (): Promise<PasskeyCreation> => {
  const [{ PasskeyOffer }, { passkeyCreation }] = await Promise.all([
    import('#web/forms/passkey-offer.tsx'),
    import('#web/flows/passkey-creation.ts'),
  ]);
  offer.View = PasskeyOffer;
  return passkeyCreation;
};

/** Loads the offer of a passkey after a login: view and effects. Rejects if they do not come in time. */
const loadOffer = (): Promise<PasskeyCreation> =>
  Promise.race([
    load(),
    new Promise<never>((_, reject) => setTimeout(reject, LOAD_MS_MAX, new Error('timeout'))),
  ]);

const login = createLogin(loadOffer);

/** Beside the offer of a passkey no address was typed: its code goes to that of the account. */
const offerNotices: typeof loginNotices = {
  ...loginNotices,
  codeNotSent: { ...loginNotices.codeNotSent, detail: undefined },
};

/** The login page. */
export default function Login() {
  const navigationState = useHistoryState<unknown>();
  const [options] = useState(() => loginOptions(navigationState));
  const actor = useActorRef(login, options);
  const isOffering = useSelector(actor, (snapshot) => snapshot.matches('offeringApp'));
  const hasLink = new URLSearchParams(useSearch()).has(BROWSER_LINK_PARAMETER);
  const registration = usePasskeyOffer(actor);
  const emailOf = useCallback(() => actor.getSnapshot().context.email.trim(), [actor]);

  useEffect(() => {
    // Who opens a mailed link wants to log in. The form takes its token out of the address.
    if (hasLink) actor.send({ type: 'app.declined' });
  }, [hasLink, actor]);

  useEffect(() => {
    if (!isLoginByCode(navigationState)) return;
    // Once: a reload or Back must not send another code.
    history.replaceState({ ...history.state, isByCode: undefined }, '');
    actor.send({ type: 'code.requested' });
  }, [navigationState, actor]);

  const isForm = !registration && !isOffering;

  return (
    <FormPage hasInvitedNote={!isForm}>
      {registration && offer.View ? (
        <offer.View registration={registration} />
      ) : isOffering ? (
        <AppOffer
          words={loginContent.offer}
          onDecline={() => actor.send({ type: 'app.declined' })}
        />
      ) : (
        <LoginForm actor={actor} isSessionEnded={isSessionEnded(navigationState)} />
      )}
      <NoticeBoard
        actor={actor}
        notices={registration ? offerNotices : loginNotices}
        emailOf={emailOf}
      />
    </FormPage>
  );
}
