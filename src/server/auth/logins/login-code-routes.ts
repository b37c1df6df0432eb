import { calls } from '#contract/calls.ts';
import { canonicalEmail, isEmail } from '#contract/email.ts';
import { HttpError } from '#server/http/http-error.ts';
import { registerCall } from '#server/http/register-call.ts';
import type { RoutePlugin } from '#server/http/route-plugin.ts';
import { codeNetworkStage, requestCode } from '../codes/issue-code.ts';
import { findKnownDevice } from './known-devices.ts';

/**
 * Requests a login code. Only the mail worker checks whether the address has an account, after the
 * response, so that accounts cannot be enumerated.
 */
export const loginCodeRoutes: RoutePlugin = async (app, services) => {
  registerCall(app, calls.sendLoginCode, async (request) => {
    const email = canonicalEmail(request.params.email);
    if (!isEmail(request.params.email))
      throw new HttpError('email_invalid', 'Please use a valid email address.', { field: 'email' });
    const device = await findKnownDevice(services, request, email);
    const codeRequest = { email, purpose: 'login', device } as const;
    return requestCode(services, request, codeRequest, [codeNetworkStage(request, codeRequest)]);
  });
};
