import multipart from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { MessageAnswer } from '#contract/answers.ts';
import { paths } from '#contract/paths.ts';
import { companyOf } from '../companies/create-company.ts';
import { readLogo } from '../companies/logo-image.ts';
import { findLogo, storeLogo } from '../companies/store-logo.ts';
import type { Database } from '../db/types.ts';
import { needsTicket, verifiedTicket } from '../http/identity.ts';
import { readLogoForm } from '../http/read-logo-form.ts';
import { NOTHING_POLICY } from '../http/security-headers.ts';
import { takesUploadPlace } from '../http/upload-place.ts';
import { limitRequest } from '../limits/limit-request.ts';
import { rates } from '../limits/rates.ts';
import { Refusal } from '../refusal.ts';
import { continueSignUp } from '../sign-ups/sign-up.ts';
import type { AddRoutes } from './route.ts';

const YEAR_S = 365 * 24 * 60 * 60;

/** Taking a company's logo and showing it. */
export const addLogoRoutes: AddRoutes = (app, services) => {
  const { db, imaging } = services;
  const limitUploads = (request: FastifyRequest) =>
    limitRequest(db, request, [
      { rate: rates.logoUploads, subject: verifiedTicket(request).email },
    ]);

  // A scope of its own: nothing else takes forms.
  app.register(async (scope) => {
    await scope.register(multipart);
    const onRequest = [needsTicket(services), takesUploadPlace(services), limitUploads];
    scope.post(paths.uploadLogo, { onRequest }, async (request) => {
      const { companyId, file } = await readLogoForm(request);
      const { ticket, email } = verifiedTicket(request);
      const refuseForeign = async (db: Kysely<Database>) => {
        if (companyId.toLowerCase() !== (await companyOf(db, email)))
          throw new Refusal('forbidden', 'This is not your company.', { field: 'companyid' });
      };
      await refuseForeign(db);
      const image = await imaging.run(`ticket ${email}`, () => readLogo(file));
      const message = await continueSignUp(db, ticket, async (trx) => {
        await refuseForeign(trx);
        return storeLogo(trx, companyId, image);
      });
      return { message } satisfies MessageAnswer;
    });
  });

  app.get<{ Params: { name: string } }>(paths.logo, async (request, reply) => {
    const logo = await findLogo(db, request.params.name);
    if (!logo) throw new Refusal('not_found', 'There is no such logo.');
    // It came from outside: even if it were more than a picture, it could do nothing here.
    return reply
      .type(logo.type)
      .headers({
        'content-security-policy': `sandbox; ${NOTHING_POLICY}`,
        'cache-control': `public, max-age=${YEAR_S}, immutable`,
        'cross-origin-resource-policy': 'same-site',
      })
      .send(logo.bytes);
  });
};
