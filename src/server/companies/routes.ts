import multipart from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { Kysely, Transaction } from 'kysely';
import { calls } from '#contract/calls/all-calls.ts';
import { YEAR_S } from '#contract/durations.ts';
import { isSameEmail } from '#contract/email.ts';
import { registerCall } from '#server/http/register-call.ts';
import { withPartition } from '../audit/audit.ts';
import { companyOf } from '../auth/accounts/accounts.ts';
import {
  continueSignUp,
  type SignUp,
  setSignUpState,
  verifiedTicket,
} from '../auth/codes/sign-up-ticket.ts';
import { activeSession, unauthenticated } from '../auth/sessions/request-guard.ts';
import type { Database } from '../database/types.ts';
import { clientNetwork } from '../http/client-network.ts';
import { HttpError } from '../http/http-error.ts';
import { DENY_ALL_CSP } from '../http/security-headers.ts';
import { limitRequest } from '../limits/rate-limits.ts';
import { rates } from '../limits/rates.ts';
import { holdResponseSlot } from '../limits/work-queue.ts';
import type { RoutePlugin } from '../services.ts';
import { createCompany, updateCompany } from './companies.ts';
import { readLogo } from './logo-image.ts';
import { acquireUploadSlot, createLogoFinder, readLogoForm, storeLogo } from './logo-upload.ts';

/** Uploads and serves company logos. */
const logoRoutes: RoutePlugin = async (app, services) => {
  const { db, imaging, sending } = services;
  const limitUploads = (request: FastifyRequest) =>
    limitRequest(db, request, [
      { rate: rates.logoUploads, subject: verifiedTicket(request).email },
    ]);

  // Encapsulated: only this plugin parses multipart bodies.
  await app.register(multipart);
  const onRequest = [acquireUploadSlot(services), limitUploads];
  registerCall(
    app,
    calls.uploadLogo,
    async (request) => {
      const { companyId, file } = await readLogoForm(request);
      const { ticket, email } = verifiedTicket(request);
      const assertOwnCompany = async (db: Kysely<Database>) => {
        if (companyId.toLowerCase() !== (await companyOf(db, email)))
          throw new HttpError('forbidden', 'This is not your company.', { field: 'companyid' });
      };
      await assertOwnCompany(db);
      const image = await imaging.run(`ticket ${email}`, () => readLogo(file));
      const store = async (trx: Kysely<Database>) => {
        await assertOwnCompany(trx);
        return storeLogo(trx, companyId, image, { email, network: clientNetwork(request) });
      };
      const message = await withPartition(db, () => continueSignUp(db, ticket, store));
      return { message };
    },
    onRequest,
  );

  const findLogo = createLogoFinder(services);
  registerCall(app, calls.logo, async (request, reply) => {
    await holdResponseSlot(sending, clientNetwork(request), reply);
    const logo = await findLogo(request.params.name);
    if (!logo) throw new HttpError('not_found', 'There is no such logo.');
    // Untrusted content: the sandbox keeps a disguised document from running scripts.
    return reply
      .type(logo.type)
      .headers({
        'content-security-policy': `sandbox; ${DENY_ALL_CSP}`,
        'cache-control': `public, max-age=${YEAR_S}, immutable`,
        'cross-origin-resource-policy': 'same-site',
      })
      .send(logo.bytes);
  });
};

/** Creates a company, updates its public profile, uploads and serves its logo. */
export const companiesRoutes: RoutePlugin = async (app, services) => {
  const { db, cookies, webhooks } = services;

  registerCall(app, calls.createCompany, async (request) => {
    const { ticket, email } = verifiedTicket(request);
    const { email: shown, ...company } = request.body;
    if (shown !== undefined && !isSameEmail(shown, email))
      throw new HttpError('forbidden', 'This is not the verified address.', { field: 'email' });
    await limitRequest(db, request, [{ rate: rates.signUpCalls, subject: email }]);
    const network = clientNetwork(request);
    const create = async (trx: Transaction<Database>, { state }: SignUp) => {
      const created = await createCompany(trx, email, company, network);
      if (created?.isNew) await webhooks.enqueue(trx, 'company.created', created.id);
      if (created && state === 'verified') await setSignUpState(trx, email, 'company_created');
      return created?.id;
    };
    const id = await withPartition(db, () => continueSignUp(db, ticket, create));
    if (id === undefined) throw new HttpError('forbidden', 'This is not your company.');
    webhooks.wake();
    return { message: id };
  });

  // The last request of a sign-up: its ticket is already revoked, so the session authorises it.
  registerCall(app, calls.updateCompany, async (request, reply) => {
    const { uuid, ...profile } = request.body;
    const session = activeSession(request);
    if (uuid.toLowerCase() !== session.user.companyId)
      throw new HttpError('not_found', 'There is no such company.', { field: 'uuid' });
    await limitRequest(db, request, [{ rate: rates.signUpCalls, subject: session.user.email }]);
    const network = clientNetwork(request);
    if (!(await updateCompany(services, session, profile, network))) throw unauthenticated();
    webhooks.wake();
    cookies.clearTicket(reply);
    return { message: 'updated' };
  });
  await app.register(logoRoutes, services);
};
