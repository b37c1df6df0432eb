import type { ResponseBody } from '#contract/calls.ts';
import type { SignedIn } from '#contract/session.ts';

/** The user of a successful login. */
export const toSignedIn = ({
  ATSEnabled,
  success: { uuid, status },
}: ResponseBody<'login'>): SignedIn => ({
  uuid,
  status,
  isAtsEnabled: ATSEnabled,
});
