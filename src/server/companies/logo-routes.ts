import multipart from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { calls } from '#contract/calls.ts';
import { registerCall } from '#server/http/register-call.ts';
import { continueSignUp } from '../auth/accounts/sign-up-ticket.ts';
import { withPartition } from '../auth/audit.ts';
import { verifiedTicket } from '../auth/auth-hooks.ts';
import type { Database } from '../database/types.ts';
import { clientNetwork } from '../http/client-network.ts';
import { HttpError } from '../http/http-error.ts';
import type { RoutePlugin } from '../http/route-plugin.ts';
import { DENY_ALL_CSP } from '../http/security-headers.ts';
import { limitRequest } from '../limits/limit-request.ts';
import { rates } from '../limits/rates.ts';
import { holdResponseSlot } from '../limits/response-slot.ts';
import { companyOf } from './create-company.ts';
import { readLogo } from './logo-image.ts';
import { readLogoForm } from './read-logo-form.ts';
import { createLogoFinder, storeLogo } from './store-logo.ts';
import { acquireUploadSlot } from './upload-slot.ts';

const YEAR_S = 365 * 24 * 60 * 60;

/** Uploads and serves company logos. */
export const logoRoutes: RoutePlugin = async (app, services) => {
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
