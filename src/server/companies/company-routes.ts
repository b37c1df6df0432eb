import type { Transaction } from 'kysely';
import { calls } from '#contract/calls.ts';
import { canonicalEmail } from '#contract/email.ts';
import { registerCall } from '#server/http/register-call.ts';
import { continueSignUp, type SignUp, setSignUpState } from '../auth/accounts/sign-up-ticket.ts';
import { withPartition } from '../auth/audit.ts';
import { activeSession, unauthenticated, verifiedTicket } from '../auth/auth-hooks.ts';
import type { Database } from '../database/types.ts';
import { clientNetwork } from '../http/client-network.ts';
import { HttpError } from '../http/http-error.ts';
import type { RoutePlugin } from '../http/route-plugin.ts';
import { limitRequest } from '../limits/limit-request.ts';
import { rates } from '../limits/rates.ts';
import { createCompany } from './create-company.ts';
import { updateCompany } from './update-company.ts';

/** Creates a company, and updates its public profile. */
export const companyRoutes: RoutePlugin = async (app, services) => {
  const { db, cookies } = services;

  registerCall(app, calls.createCompany, async (request) => {
    const { ticket, email } = verifiedTicket(request);
    const { email: shown, ...company } = request.body;
    if (shown !== undefined && canonicalEmail(shown) !== email)
      throw new HttpError('forbidden', 'This is not the verified address.', { field: 'email' });
    await limitRequest(db, request, [{ rate: rates.signUpCalls, subject: email }]);
    const network = clientNetwork(request);
    const create = async (trx: Transaction<Database>, { state }: SignUp) => {
      const companyId = await createCompany(trx, email, company, network);
      if (companyId !== undefined && state === 'proved')
        await setSignUpState(trx, email, 'company made');
      return companyId;
    };
    const id = await withPartition(db, () => continueSignUp(db, ticket, create));
    if (id === undefined) throw new HttpError('forbidden', 'This is not your company.');
    return { message: id };
  });

  // The last request of a sign-up: its ticket is already revoked, so the session authorises it.
  registerCall(app, calls.updateCompany, async (request, reply) => {
    const { uuid, ...profile } = request.body;
    const session = activeSession(request);
    if (uuid.toLowerCase() !== session.user.companyId)
      throw new HttpError('not_found', 'There is no such company.', { field: 'uuid' });
    await limitRequest(db, request, [{ rate: rates.signUpCalls, subject: session.user.email }]);
    const network = clientNetwork(request);
    if (!(await updateCompany(db, session, profile, network))) throw unauthenticated();
    cookies.clearTicket(reply);
    return { message: 'updated' };
  });
};
