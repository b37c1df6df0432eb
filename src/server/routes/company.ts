import type { MessageAnswer } from '#contract/answers.ts';
import { paths } from '#contract/paths.ts';
import { type CreateCompany, schemas, type UpdateCompany } from '#contract/schemas.ts';
import { createCompany } from '../companies/create-company.ts';
import { updateCompany } from '../companies/update-company.ts';
import { needsTicket, verifiedEmail } from '../http/identity.ts';
import { Refusal } from '../refusal.ts';
import type { AddRoutes } from './route.ts';

/** Creating a company for a verified address, and what candidates see of it (spec §7). */
export const addCompanyRoutes: AddRoutes = (app, services) => {
  const { db } = services;
  const onRequest = needsTicket(services);

  app.post<{ Body: CreateCompany }>(
    paths.createCompany,
    { onRequest, schema: { body: schemas.createCompany } },
    async (request) => {
      const id = await createCompany(db, verifiedEmail(request), request.body);
      return { message: id } satisfies MessageAnswer;
    },
  );

  app.patch<{ Body: UpdateCompany }>(
    paths.updateCompany,
    { onRequest, schema: { body: schemas.updateCompany } },
    async (request) => {
      const { uuid, name, about } = request.body;
      const ownerEmail = verifiedEmail(request);
      if (!(await updateCompany(db, { id: uuid, ownerEmail, name, about })))
        throw new Refusal('not_found', 'There is no such company.', { field: 'uuid' });
      return { message: 'updated' } satisfies MessageAnswer;
    },
  );
};
