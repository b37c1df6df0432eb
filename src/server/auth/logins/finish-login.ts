import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LoginResponse } from '#contract/responses.ts';
import type { Services } from '#server/config/services.ts';
import { clientNetwork } from '#server/http/client-network.ts';
import { endSession } from '../sessions/end-session.ts';
import { rememberDevice } from './known-devices.ts';
import type { Login } from './login.ts';

/** Ends an older session of the browser, sets the cookies of the new one, and returns the response. */
export const finishLogin = async (
  { db, keys, cookies }: Pick<Services, 'db' | 'keys' | 'cookies'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { account, tokens }: Login,
): Promise<LoginResponse> => {
  const network = clientNetwork(request);
  // Session fixation: an older session in this browser ends.
  const presented = { access: cookies.access(request), refresh: cookies.refresh(request) };
  await endSession(db, keys.sessions, { ...presented, network });
  cookies.setSession(reply, tokens);
  rememberDevice({ keys, cookies }, request, reply, account);
  return {
    ATSEnabled: account.isAtsEnabled,
    success: { uuid: account.id, status: account.status },
  };
};
