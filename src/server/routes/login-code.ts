import { canonicalEmail, isEmail } from '#contract/email.ts';
import { paths } from '#contract/paths.ts';
import { schemas } from '#contract/schemas.ts';
import { sendCode } from '../codes/send-code.ts';
import { clientNetwork } from '../http/client-network.ts';
import { Refusal } from '../refusal.ts';
import type { AddRoutes } from './route.ts';

/**
 * Asking for a code to log in (spec §7). Nothing here looks whether the address has an account: the
 * mail worker does, when the answer has long been given.
 */
export const addLoginCodeRoute: AddRoutes = (app, services) => {
  const schema = { body: schemas.nothing };
  app.post<{ Params: { email: string } }>(paths.sendLoginCode, { schema }, async (request) => {
    const email = canonicalEmail(request.params.email);
    if (!isEmail(request.params.email))
      throw new Refusal('email_invalid', 'Please use a valid email address.', { field: 'email' });
    return sendCode(services, { email, purpose: 'login', network: clientNetwork(request) });
  });
};
