import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { calls } from '#contract/calls/all-calls.ts';
import { isCode } from '#contract/code.ts';
import { MS_PER_S } from '#contract/durations.ts';
import { canonicalEmail, isEmail, isWorkEmail, WORK_EMAIL_MESSAGE } from '#contract/email.ts';
import { TICKET_LIFETIME_MS } from '#contract/session.ts';
import { auditFailure } from '#server/audit/audit.ts';
import { hashToken } from '#server/config/keys.ts';
import { clientNetwork } from '#server/http/client-network.ts';
import { HttpError } from '#server/http/http-error.ts';
import { registerCall } from '#server/http/register-call.ts';
import { type LimitStage, limitRequestByStages } from '#server/limits/rate-limits.ts';
import { networkLimits, networkRates, rates } from '#server/limits/rates.ts';
import type { RoutePlugin } from '../services.ts';
import { findCompanyOfDomain } from './accounts/accounts.ts';
import {
  codeNetworkStage,
  codeTryLimits,
  findSignUpMail,
  requestCode,
} from './codes/request-code.ts';
import { verifySignUpCode } from './codes/sign-up-ticket.ts';
import { browserLinkRoutes } from './logins/browser-link.ts';
import {
  finishLogin,
  type Login,
  logInByCode,
  logInByPassword,
  loginCodeInvalid,
  passwordLimits,
} from './logins/log-in.ts';
import { passkeyRoutes } from './passkeys/passkey-routes.ts';
import { browserOf, findKnownDevice } from './sessions/browsers.ts';
import { sessionRoutes } from './sessions/session-routes.ts';
import { userRoutes } from './users/user-routes.ts';

/** Requests and verifies sign-up codes. */
const signUpCodeRoutes: RoutePlugin = async (app, services) => {
  const { db, keys, cookies } = services;
  // Others do not have the XSRF token of a browser.
  const browserHash = (request: FastifyRequest, reply: FastifyReply) =>
    hashToken(cookies.ensureXsrf(request, reply)).toString('base64url');

  registerCall(app, calls.sendSignUpCode, async (request, reply) => {
    const email = canonicalEmail(request.params.email);
    const network = clientNetwork(request);
    if (!isWorkEmail(request.params.email))
      throw new HttpError('email_invalid', WORK_EMAIL_MESSAGE, {
        field: 'email',
      });
    const codeRequest = { email, purpose: 'sign-up', device: '' } as const;
    const stages = [codeNetworkStage(request, codeRequest)];
    const hasAccount = sql<boolean>`exists (select from users where email = ${email})`;
    if (await limitRequestByStages(db, request, stages, hasAccount)) {
      await auditFailure(db, { event: 'code.requested', outcome: 'registered', email, network });
      throw new HttpError('email_registered', 'This Email is already registered', {
        field: 'email',
      });
    }
    return requestCode(services, request, { ...codeRequest, browser: browserHash(request, reply) });
  });

  registerCall(app, calls.signUpMail, async (request, reply) => {
    if (!isWorkEmail(request.params.email)) return { message: 'unknown' };
    const email = canonicalEmail(request.params.email);
    const browser = browserHash(request, reply);
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

/** Login by password or by code, and requests for such codes. */
const loginRoutes: RoutePlugin = async (app, services) => {
  const { db } = services;

  registerCall(app, calls.login, async (request, reply) => {
    const { password = '', otp: code = '' } = request.body;
    const isByCode = code !== '';
    if (isByCode && !isCode(code)) throw loginCodeInvalid();
    const email = canonicalEmail(request.body.email);
    const browser = browserOf(services, request);
    const { network } = browser;
    const known = await findKnownDevice(services, request, email);
    const { device } = known;
    const stages: LimitStage[] = [
      {
        limits: networkLimits(networkRates.logins, network, { email, device }),
        message: 'Too many attempts. Please wait a moment.',
        entry: { event: 'login', outcome: 'limited', network },
      },
      {
        limits: isByCode
          ? codeTryLimits({ email, purpose: 'login', device })
          : passwordLimits({ email, device }),
        message: isByCode
          ? 'Too many attempts. Please wait, or log in with your password.'
          : 'Too many attempts. Please wait, or log in with a code.',
        entry: {
          event: isByCode ? 'login.code' : 'login.password',
          outcome: 'closed',
          email,
          network,
        },
      },
    ];
    const logIn = async (): Promise<Login> => {
      if (isByCode)
        return logInByCode(services, { email, code, known, browser }, (judgement) =>
          limitRequestByStages(db, request, stages, judgement),
        );
      await limitRequestByStages(db, request, stages);
      return logInByPassword(services, { email, password, known, browser });
    };
    return finishLogin(services, request, reply, await logIn());
  });

  // Only the mail worker checks whether the address has an account, after the response, so that accounts cannot
  // be enumerated.
  registerCall(app, calls.sendLoginCode, async (request) => {
    const email = canonicalEmail(request.params.email);
    if (!isEmail(request.params.email))
      throw new HttpError('email_invalid', 'Please use a valid email address.', { field: 'email' });
    const { device } = await findKnownDevice(services, request, email);
    const codeRequest = { email, purpose: 'login', device } as const;
    return requestCode(services, request, codeRequest, [codeNetworkStage(request, codeRequest)]);
  });
};

/** Sign-up codes, users, passwords, login and sessions. */
export const authRoutes: RoutePlugin = async (app, services) => {
  for (const routes of [
    signUpCodeRoutes,
    userRoutes,
    loginRoutes,
    browserLinkRoutes,
    passkeyRoutes,
    sessionRoutes,
  ])
    await app.register(routes, services);
};
