import type { MessageAnswer } from '#contract/answers.ts';
import { paths } from '#contract/paths.ts';
import { type RequestDemo, schemas } from '#contract/schemas.ts';
import { clientNetwork } from '../http/client-network.ts';
import { leadFields } from '../leads/lead-fields.ts';
import { storeLead } from '../leads/store-lead.ts';
import type { AddRoutes } from './route.ts';

const RECEIVED: MessageAnswer = { message: 'received' };

/** Asking for a demo: stored before it is answered, and the sales mailbox is told. */
export const addEarlyAccessRoute: AddRoutes = (app, { db, config, wakeMail }) => {
  app.post<{ Body: RequestDemo }>(
    paths.requestDemo,
    { config: { needsNoCookie: true }, schema: { body: schemas.requestDemo } },
    async (request) => {
      // A program that fills in whatever it finds learns nothing from the answer.
      if (request.body.website) return RECEIVED;
      const isNew = await storeLead(db, {
        fields: leadFields(request.body),
        network: clientNetwork(request),
        salesEmail: config.salesEmail,
      });
      if (isNew) wakeMail();
      return RECEIVED;
    },
  );
};
