import type { FastifyRequest } from 'fastify';
import type { RequestDemo } from '#contract/schemas.ts';
import type { Services } from '../config/services.ts';
import { clientNetwork } from '../http/client-network.ts';
import { leadFields } from './lead-fields.ts';
import { storeLead } from './store-lead.ts';

/**
 * Stores a validated demo request and notifies the sales mailbox.
 *
 * @throws HttpError `too_many_requests`
 */
export const receiveDemoRequest = async (
  { db, config, wakeMailWorker }: Services,
  request: FastifyRequest,
  body: RequestDemo,
): Promise<void> => {
  // Honeypot: a bot gets the usual response.
  if (body.website) return;
  const isNew = await storeLead(db, {
    fields: leadFields(body),
    network: clientNetwork(request),
    salesEmail: config.salesEmail,
  });
  if (isNew) wakeMailWorker();
};
