import type { FastifyRequest } from 'fastify';
import type { RequestBody } from '#contract/calls.ts';
import type { Services } from '../config/services.ts';
import { clientNetwork, wideNetworkOf } from '../http/client-network.ts';
import { countInTurn } from '../limits/limit-request.ts';
import { leadFields } from './lead-fields.ts';
import { storeLead } from './store-lead.ts';

/**
 * Stores a validated demo request and notifies the sales mailbox.
 *
 * @throws HttpError `too_many_requests`; `unavailable` as `countInTurn`
 */
export const receiveDemoRequest = async (
  { db, config, wakeMailWorker }: Services,
  request: FastifyRequest,
  body: RequestBody<'requestDemo'>,
): Promise<void> => {
  // Honeypot: a bot gets the usual response.
  if (body.website) return;
  const network = clientNetwork(request);
  const lead = { fields: leadFields(body), network, salesEmail: config.salesEmail };
  const isNew = await countInTurn(wideNetworkOf(network), () => storeLead(db, lead));
  if (isNew) wakeMailWorker();
};
