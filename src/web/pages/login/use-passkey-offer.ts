import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { loginMachine } from '#machines/login.ts';

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
