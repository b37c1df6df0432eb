import { storageKeys } from '#contract/storage-keys.ts';
import { loginMachine } from '#machines/login.ts';
import * as calls from '../calls/login.ts';
import { codeDraft } from '../code-draft.ts';
import { calling } from './calling.ts';
import { following } from './following.ts';
import { goTo } from './go-to.ts';
import { isSignedIn } from './is-signed-in.ts';
import { loginOtp } from './login-otp.ts';
import { opening } from './session.ts';
import type { Start } from './start.ts';

/** The login with its effects. */
export const login = loginMachine.provide({
  actors: {
    otp: loginOtp,
    logIn: calling(opening(calls.logIn)),
    fetchUser: calling(calls.fetchUser),
  },
});

/**
 * What a login starts with: what the tab kept over a reload, else the address that came along. Its
 * end leads to the app, or to a password of one's own.
 */
export const startLogin = (arrival: unknown): Start<typeof login> => {
  const draft = codeDraft(storageKeys.loginDraft, arrival);
  return {
    input: { ...draft.read(Date.now()), isSignedIn: isSignedIn() },
    inspect: following<typeof login>(
      ({ destination, uuid }) => goTo(destination, uuid),
      (flow) => draft.keep(flow, flow.matches({ open: { mode: { code: 'proving' } } })),
    ),
  };
};
