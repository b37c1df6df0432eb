import { paths } from '#contract/paths.ts';
import type { MessageResponse } from '#contract/responses.ts';
import { type RequestDemo, schemas } from '#contract/schemas.ts';
import { clientNetwork } from '../http/client-network.ts';
import type { RoutePlugin } from '../http/route-plugin.ts';
import { leadFields } from './lead-fields.ts';
import { storeLead } from './store-lead.ts';

const RECEIVED: MessageResponse = { message: 'received' };

/** Stores demo requests and notifies the sales mailbox. */
export const demoRequestRoutes: RoutePlugin = async (app, { db, config, wakeMailWorker }) => {
  app.post<{ Body: RequestDemo }>(
    paths.requestDemo,
    { config: { isXsrfExempt: true }, schema: { body: schemas.requestDemo } },
    async (request) => {
      // Honeypot: a bot gets the usual response.
      if (request.body.website) return RECEIVED;
      const isNew = await storeLead(db, {
        fields: leadFields(request.body),
        network: clientNetwork(request),
        salesEmail: config.salesEmail,
      });
      if (isNew) wakeMailWorker();
      return RECEIVED;
    },
  );
};
