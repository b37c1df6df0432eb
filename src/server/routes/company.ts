import type { MessageAnswer } from '#contract/answers.ts';
import { paths } from '#contract/paths.ts';
import { type CreateCompany, schemas, type UpdateCompany } from '#contract/schemas.ts';
import { createCompany } from '../companies/create-company.ts';
import { updateCompany } from '../companies/update-company.ts';
import {
  activeSession,
  needsSession,
  needsTicket,
  unauthenticated,
  verifiedTicket,
} from '../http/identity.ts';
import { limitRequest } from '../limits/limit-request.ts';
import { rates } from '../limits/rates.ts';
import { Refusal } from '../refusal.ts';
import { continueSignUp, setSignUpState } from '../sign-ups/sign-up.ts';
import type { AddRoutes } from './route.ts';

/** Creating a company for a verified address, and what candidates see of it. */
export const addCompanyRoutes: AddRoutes = (app, services) => {
  const { db, cookies } = services;

  app.post<{ Body: CreateCompany }>(
    paths.createCompany,
    { onRequest: needsTicket(services), schema: { body: schemas.createCompany } },
    async (request) => {
      const { ticket, email } = verifiedTicket(request);
      await limitRequest(db, request, [{ rate: rates.signUpCalls, subject: email }]);
      const id = await continueSignUp(db, ticket, async (trx, { state }) => {
        const companyId = await createCompany(trx, email, request.body);
        if (companyId !== undefined && state === 'proved')
          await setSignUpState(trx, email, 'company made');
        return companyId;
      });
      if (id === undefined) throw new Refusal('forbidden', 'This is not your company.');
      return { message: id } satisfies MessageAnswer;
    },
  );

  // The last call of a sign-up: by then its ticket has ended, and the session speaks for the account.
  app.patch<{ Body: UpdateCompany }>(
    paths.updateCompany,
    { onRequest: needsSession(services), schema: { body: schemas.updateCompany } },
    async (request, reply) => {
      const { uuid, name, about } = request.body;
      const session = activeSession(request);
      if (uuid.toLowerCase() !== session.user.companyId)
        throw new Refusal('not_found', 'There is no such company.', { field: 'uuid' });
      await limitRequest(db, request, [{ rate: rates.signUpCalls, subject: session.user.email }]);
      if (!(await updateCompany(db, session, { name, about }))) throw unauthenticated();
      cookies.clearTicket(reply);
      return { message: 'updated' } satisfies MessageAnswer;
    },
  );
};
