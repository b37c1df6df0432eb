import type { LoginResponse } from '#contract/responses.ts';
import type { SignedIn } from '#contract/session.ts';

/** The user of a successful login. */
export const toSignedIn = ({ ATSEnabled, success: { uuid, status } }: LoginResponse): SignedIn => ({
  uuid,
  status,
  isAtsEnabled: ATSEnabled,
});
