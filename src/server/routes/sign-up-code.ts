import type { CodeVerifiedAnswer } from '#contract/answers.ts';
import { isCode } from '#contract/code.ts';
import { canonicalEmail, isWorkEmail } from '#contract/email.ts';
import { TICKET_LIFETIME_MS } from '#contract/limits.ts';
import { paths } from '#contract/paths.ts';
import { schemas } from '#contract/schemas.ts';
import { isRegistered } from '../accounts/create-user.ts';
import { audit } from '../audit.ts';
import { sendCode } from '../codes/send-code.ts';
import { verifyCode } from '../codes/verify-code.ts';
import { clientNetwork } from '../http/client-network.ts';
import { createDeliberateGuard } from '../http/deliberate-guard.ts';
import { Refusal } from '../refusal.ts';
import { openTicket } from '../sessions/tickets.ts';
import type { AddRoutes } from './route.ts';

const MS_PER_S = 1000;

/** Asking for a sign-up code and verifying it (spec §7; decisions, Codes). */
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
    if (await isRegistered(db, email)) {
      await audit(db, { event: 'code.requested', outcome: 'registered', email, network });
      throw new Refusal('email_registered', 'This Email is already registered', {
        field: 'email',
      });
    }
    return sendCode(services, { email, purpose: 'sign-up', network });
  });

  app.get<{ Params: { email: string; code: string } }>(
    paths.verifySignUpCode,
    { onRequest: createDeliberateGuard(origins) },
    async (request, reply) => {
      const email = canonicalEmail(request.params.email);
      const { code } = request.params;
      const network = clientNetwork(request);
      const isPlausible = isWorkEmail(request.params.email) && isCode(code);
      const holds =
        isPlausible && (await verifyCode(db, keys.codes, { email, purpose: 'sign-up', code }));
      if (isPlausible) {
        const outcome = holds ? 'accepted' : 'rejected';
        await audit(db, { event: 'code.verified', outcome, email, network });
      }
      // One answer for wrong, expired and used up: which it was is nobody's business.
      if (!holds) throw new Refusal('code_invalid', 'Invalid OTP', { field: 'code' });
      cookies.setTicket(reply, await openTicket(db, email));
      return {
        message: 'verified',
        ticketSeconds: TICKET_LIFETIME_MS / MS_PER_S,
      } satisfies CodeVerifiedAnswer;
    },
  );
};
