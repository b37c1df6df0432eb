import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { loginMachine } from '#machines/login.ts';

/** The otp actor of a login by code; `undefined` while there is none. */
export const useLoginOtp = (actor: ActorRefFrom<typeof loginMachine>) => {
  const loginCode = useSelector(actor, ({ children }) => children.loginCode);
  return useSelector(loginCode, (snapshot) => snapshot?.children.otp);
};
