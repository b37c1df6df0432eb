import { shallowEqual, useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { loginMachine } from '#machines/login.ts';

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
