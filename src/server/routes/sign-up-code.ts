import type { CodeVerifiedAnswer } from '#contract/answers.ts';
import { isCode } from '#contract/code.ts';
import { canonicalEmail, isWorkEmail } from '#contract/email.ts';
import { TICKET_LIFETIME_MS } from '#contract/limits.ts';
import { paths } from '#contract/paths.ts';
import { schemas } from '#contract/schemas.ts';
import { isRegistered } from '../accounts/create-user.ts';
import { auditRefusal } from '../audit.ts';
import { codeTryLimits } from '../codes/request-code.ts';
import { countCodeRequest, sendCode } from '../codes/send-code.ts';
import { clientNetwork } from '../http/client-network.ts';
import { createDeliberateGuard } from '../http/deliberate-guard.ts';
import { limitRequest } from '../limits/limit-request.ts';
import { networkLimits, networkRates } from '../limits/rates.ts';
import { Refusal } from '../refusal.ts';
import { proveAddress } from '../sign-ups/sign-up.ts';
import type { AddRoutes } from './route.ts';

const MS_PER_S = 1000;

/** Asking for a sign-up code and verifying it. */
export const addSignUpCodeRoutes: AddRoutes = (app, services) => {
  const { db, keys, origins, cookies } = services;

  const schema = { body: schemas.nothing };
  app.post<{ Params: { email: string } }>(paths.sendSignUpCode, { schema }, async (request) => {
    const email = canonicalEmail(request.params.email);
    const network = clientNetwork(request);
    if (!isWorkEmail(request.params.email))
      throw new Refusal('email_invalid', 'Please use a valid company email address.', {
        field: 'email',
      });
    const asked = { email, purpose: 'sign-up', device: '' } as const;
    await countCodeRequest(services, request, asked);
    if (await isRegistered(db, email)) {
      await auditRefusal(db, { event: 'code.requested', outcome: 'registered', email, network });
      throw new Refusal('email_registered', 'This Email is already registered', {
        field: 'email',
      });
    }
    return sendCode(services, request, asked);
  });

  app.get<{ Params: { email: string; code: string } }>(
    paths.verifySignUpCode,
    { onRequest: createDeliberateGuard(origins) },
    async (request, reply) => {
      const email = canonicalEmail(request.params.email);
      const { code } = request.params;
      const network = clientNetwork(request);
      // One answer for wrong, expired and used up: which it was is nobody's business.
      const refusal = () => new Refusal('code_invalid', 'Invalid OTP', { field: 'code' });
      if (!isWorkEmail(request.params.email) || !isCode(code)) throw refusal();
      const entry = { event: 'code.verified', email, network } as const;
      const tries = codeTryLimits({ email, purpose: 'sign-up', device: '' });
      await limitRequest(
        db,
        request,
        [...networkLimits(networkRates.verifications, network), ...tries],
        {
          message: 'Too many attempts. Please wait a moment.',
          entry: { ...entry, outcome: 'limited' },
        },
      );
      const ticket = await proveAddress(db, keys.codes, { email, code, network });
      if (ticket === undefined) {
        await auditRefusal(db, { ...entry, outcome: 'rejected' });
        throw refusal();
      }
      cookies.setTicket(reply, ticket);
      return {
        message: 'verified',
        ticketSeconds: TICKET_LIFETIME_MS / MS_PER_S,
      } satisfies CodeVerifiedAnswer;
    },
  );
};
