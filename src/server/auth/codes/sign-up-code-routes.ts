import type { FastifyReply, FastifyRequest } from 'fastify';
import { calls } from '#contract/calls/all-calls.ts';
import { isCode } from '#contract/code.ts';
import { MS_PER_S } from '#contract/durations.ts';
import { canonicalEmail, isWorkEmail, WORK_EMAIL_MESSAGE } from '#contract/email.ts';
import { TICKET_LIFETIME_MS } from '#contract/session.ts';
import { auditFailure } from '#server/audit/audit.ts';
import { clientNetwork } from '#server/http/client-network.ts';
import { HttpError } from '#server/http/http-error.ts';
import { registerCall } from '#server/http/register-call.ts';
import { limitRequestByStages } from '#server/limits/rate-limits.ts';
import { networkLimits, networkRates, rates } from '#server/limits/rates.ts';
import type { RoutePlugin } from '#server/services.ts';
import { findCompanyOfDomain, isRegistered } from '../accounts/accounts.ts';
import { hashToken } from '../sessions/tokens.ts';
import { codeNetworkStage, codeTryLimits, findSignUpMail, requestCode } from './request-code.ts';
import { verifySignUpCode } from './verify-code.ts';

/** Requests and verifies sign-up codes. */
export const signUpCodeRoutes: RoutePlugin = async (app, services) => {
  const { db, keys, cookies } = services;
  // Others do not have the XSRF token of a browser.
  const browserOf = (request: FastifyRequest, reply: FastifyReply) =>
    hashToken(cookies.ensureXsrf(request, reply)).toString('base64url');

  registerCall(app, calls.sendSignUpCode, async (request, reply) => {
    const email = canonicalEmail(request.params.email);
    const network = clientNetwork(request);
    if (!isWorkEmail(request.params.email))
      throw new HttpError('email_invalid', WORK_EMAIL_MESSAGE, {
        field: 'email',
      });
    const codeRequest = { email, purpose: 'sign-up', device: '' } as const;
    await limitRequestByStages(db, request, [codeNetworkStage(request, codeRequest)]);
    if (await isRegistered(db, email)) {
      await auditFailure(db, { event: 'code.requested', outcome: 'registered', email, network });
      throw new HttpError('email_registered', 'This Email is already registered', {
        field: 'email',
      });
    }
    return requestCode(services, request, { ...codeRequest, browser: browserOf(request, reply) });
  });

  registerCall(app, calls.signUpMail, async (request, reply) => {
    if (!isWorkEmail(request.params.email)) return { message: 'unknown' };
    const email = canonicalEmail(request.params.email);
    const browser = browserOf(request, reply);
    await limitRequestByStages(db, request, [
      { limits: networkLimits(networkRates.mailReads, clientNetwork(request)) },
      { limits: [{ rate: rates.mailReadsPerHour, subject: browser }] },
    ]);
    return findSignUpMail(db, { email, browser });
  });

  registerCall(app, calls.verifySignUpCode, async (request, reply) => {
    const email = canonicalEmail(request.params.email);
    const { code } = request.params;
    const network = clientNetwork(request);
    // The same response for wrong, expired and used codes gives an attacker no hint.
    const codeInvalid = () => new HttpError('code_invalid', 'Invalid OTP', { field: 'code' });
    if (!isWorkEmail(request.params.email) || !isCode(code)) throw codeInvalid();
    const entry = { event: 'code.verified', email, network } as const;
    const tries = codeTryLimits({ email, purpose: 'sign-up', device: '' });
    const rejection = {
      message: 'Too many attempts. Please wait a moment.',
      entry: { ...entry, outcome: 'limited' as const },
    };
    const stages = [
      { limits: networkLimits(networkRates.verifications, network), ...rejection },
      { limits: tries, ...rejection },
    ];
    const proof = { email, code, network };
    const ticket = await verifySignUpCode(db, keys.codes, proof, (judgement) =>
      limitRequestByStages(db, request, stages, judgement),
    );
    if (ticket === undefined) {
      await auditFailure(db, { ...entry, outcome: 'rejected' });
      throw codeInvalid();
    }
    cookies.setTicket(reply, ticket);
    const existingCompany = await findCompanyOfDomain(db, email).catch((error: unknown) => {
      // The code is used up by now.
      request.log.warn({ err: error }, 'the company of a domain was not looked up');
      return undefined;
    });
    return {
      message: 'verified',
      ticketSeconds: TICKET_LIFETIME_MS / MS_PER_S,
      ...(existingCompany !== undefined && { existingCompany }),
    };
  });
};
