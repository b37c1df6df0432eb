import type { MessageAnswer } from '#contract/answers.ts';
import { canonicalEmail } from '#contract/email.ts';
import { NOTICE_LIFETIME_MS } from '#contract/limits.ts';
import { paths } from '#contract/paths.ts';
import { schemas, type TellSales } from '#contract/schemas.ts';
import { companyOf } from '../companies/create-company.ts';
import { needsTicket, verifiedTicket } from '../http/identity.ts';
import { limitRequest } from '../limits/limit-request.ts';
import { rates } from '../limits/rates.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { Refusal } from '../refusal.ts';
import { continueSignUp } from '../sign-ups/sign-up.ts';
import type { AddRoutes } from './route.ts';

/** Telling the sales mailbox about a new company, once. */
export const addSalesRoute: AddRoutes = (app, services) => {
  const { db, config, wakeMail } = services;

  app.post<{ Body: TellSales }>(
    paths.tellSales,
    { onRequest: needsTicket(services), schema: { body: schemas.tellSales } },
    async (request) => {
      const { ticket, email } = verifiedTicket(request);
      if (canonicalEmail(request.body.userEmail) !== email)
        throw new Refusal('forbidden', 'This is not the verified address.', {
          field: 'userEmail',
        });
      await limitRequest(db, request, [{ rate: rates.signUpCalls, subject: email }]);
      await continueSignUp(db, ticket, async (trx) => {
        const companyId = await companyOf(trx, email);
        if (companyId === undefined)
          throw new Refusal('forbidden', 'There is no company with this address.');
        await enqueueMail(trx, {
          kind: 'sales',
          recipient: config.salesEmail,
          payload: { ...request.body, userEmail: email },
          lifetimeMs: NOTICE_LIFETIME_MS,
          dedupeKey: `sales ${companyId}`,
        });
      });
      wakeMail();
      return { message: 'sent' } satisfies MessageAnswer;
    },
  );
};
