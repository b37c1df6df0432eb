import { canonicalEmail, isEmail } from '#contract/email.ts';
import { paths } from '#contract/paths.ts';
import { schemas } from '#contract/schemas.ts';
import { countCodeRequest, sendCode } from '../codes/send-code.ts';
import { knownDevice } from '../logins/known-devices.ts';
import { Refusal } from '../refusal.ts';
import type { AddRoutes } from './route.ts';

/**
 * Asking for a code to log in. Nothing here looks whether the address has an account: the
 * mail worker does, when the answer has long been given.
 */
export const addLoginCodeRoute: AddRoutes = (app, services) => {
  const schema = { body: schemas.nothing };
  app.post<{ Params: { email: string } }>(paths.sendLoginCode, { schema }, async (request) => {
    const email = canonicalEmail(request.params.email);
    if (!isEmail(request.params.email))
      throw new Refusal('email_invalid', 'Please use a valid email address.', { field: 'email' });
    const device = await knownDevice(services, request, email);
    const asked = { email, purpose: 'login', device } as const;
    await countCodeRequest(services, request, asked);
    return sendCode(services, request, asked);
  });
};
