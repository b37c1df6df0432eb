import { shallowEqual, useSelector } from '@xstate/react';
import { useState } from 'react';
import { useSearch } from 'wouter';
import type { ActorRefFrom } from 'xstate';
import { BROWSER_LINK_PARAMETER } from '#contract/session.ts';
import type { loginMachine } from '#machines/login.ts';

/**
 * The token of a mailed link in the address, and whether the page should show what links are for: there is a
 * token, or attempts were refused, or no code was sent. Both last, although the token leaves the address when it
 * is used.
 */
export const useLinkNeed = (
  actor: ActorRefFrom<typeof loginMachine>,
): { token: string | undefined; isNeeded: boolean } => {
  const isPasswordRefused = useSelector(actor, (snapshot) =>
    snapshot.matches({ open: { mode: { password: { editing: 'rateLimited' } } } }),
  );
  const isCodeRefused = useSelector(
    useSelector(actor, ({ children }) => children.otp),
    (snapshot) =>
      snapshot !== undefined &&
      (snapshot.matches({ open: { entry: { entering: 'rateLimited' } } }) ||
        (snapshot.hasTag('codeEntry') && !snapshot.context.isSent)),
  );
  const found = new URLSearchParams(useSearch()).get(BROWSER_LINK_PARAMETER) ?? undefined;
  const [token, setToken] = useState(found);
  if (found !== undefined && found !== token) setToken(found);
  const [isNeeded, setNeeded] = useState(false);
  if (!isNeeded && (isPasswordRefused || isCodeRefused || token !== undefined)) setNeeded(true);
  return { token, isNeeded };
};

/**
 * The registration of a passkey that is offered after a login; `undefined` before. It stays after its
 * end, until the app opens, so that the page does not show the login form again.
 */
export const usePasskeyOffer = (actor: ActorRefFrom<typeof loginMachine>) => {
  const completion = useSelector(actor, ({ children }) => children.completion);
  const current = useSelector(completion, (snapshot) => snapshot?.children.registration);
  const [registration, setRegistration] = useState(current);
  if (current && current !== registration) setRegistration(current);
  const isOffered = useSelector(
    registration,
    (snapshot) =>
      snapshot !== undefined && !snapshot.matches('deciding') && !snapshot.matches('skipped'),
  );
  return isOffered ? registration : undefined;
};

/** The status of the login by passkey for the form. */
export const usePasskey = (actor: ActorRefFrom<typeof loginMachine>) => {
  const passkey = useSelector(actor, ({ children }) => children.passkey);
  return useSelector(
    passkey,
    (snapshot) => ({
      /** Whether the browser has no passkeys, or the login is over. */
      isHidden: snapshot?.matches({ open: { ceremony: 'unsupported' } }) ?? true,
      isBusy: snapshot?.hasTag('busy') ?? false,
      /** Whether a passkey was chosen that waits for consent. */
      isWaitingForConsent:
        snapshot?.matches({ open: { ceremony: { offered: 'chosen' } } }) ?? false,
    }),
    shallowEqual,
  );
};
