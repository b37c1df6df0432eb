import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ResponseBody } from '#contract/calls.ts';
import type { Services } from '#server/config/services.ts';
import { rememberDevice } from './known-devices.ts';
import type { Login } from './login.ts';

/** Sets the cookies of a new session, wakes the worker for its notice, and returns the response. */
export const finishLogin = (
  services: Pick<Services, 'keys' | 'cookies' | 'wakeMailWorker'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { account, tokens }: Login,
): ResponseBody<'login'> => {
  services.cookies.setSession(reply, tokens);
  rememberDevice(services, request, reply, account);
  services.wakeMailWorker();
  return {
    ATSEnabled: account.isAtsEnabled,
    success: { uuid: account.id, status: account.status },
  };
};
