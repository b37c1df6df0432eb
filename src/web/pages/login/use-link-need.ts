import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { useSearch } from 'wouter';
import type { ActorRefFrom } from 'xstate';
import { BROWSER_LINK_PARAMETER } from '#contract/session.ts';
import type { loginMachine } from '#machines/login.ts';
import { useLoginOtp } from './use-login-otp.ts';

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
    useLoginOtp(actor),
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
