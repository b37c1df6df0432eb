import { calls } from '#contract/calls.ts';
import { canonicalEmail } from '#contract/email.ts';
import { registerCall } from '#server/http/register-call.ts';
import { continueSignUp } from '../auth/accounts/sign-up-ticket.ts';
import { verifiedTicket } from '../auth/auth-hooks.ts';
import { companyOf } from '../companies/create-company.ts';
import { HttpError } from '../http/http-error.ts';
import type { RoutePlugin } from '../http/route-plugin.ts';
import { limitRequest } from '../limits/limit-request.ts';
import { rates } from '../limits/rates.ts';
import { enqueueMail, MAIL_LIFETIME_MS } from '../mail/outbox.ts';

/** Notifies the sales mailbox of a new company, once per company. */
export const salesRoutes: RoutePlugin = async (app, services) => {
  const { db, config, wakeMailWorker } = services;

  registerCall(app, calls.notifySales, async (request) => {
    const { ticket, email } = verifiedTicket(request);
    if (canonicalEmail(request.body.userEmail) !== email)
      throw new HttpError('forbidden', 'This is not the verified address.', {
        field: 'userEmail',
      });
    await limitRequest(db, request, [{ rate: rates.signUpCalls, subject: email }]);
    await continueSignUp(db, ticket, async (trx) => {
      const companyId = await companyOf(trx, email);
      if (companyId === undefined)
        throw new HttpError('forbidden', 'There is no company with this address.');
      await enqueueMail(trx, {
        kind: 'sales',
        recipient: config.salesEmail,
        payload: { ...request.body, userEmail: email },
        lifetimeMs: MAIL_LIFETIME_MS,
        dedupeKey: `sales ${companyId}`,
      });
    });
    wakeMailWorker();
    return { message: 'sent' };
  });
};
