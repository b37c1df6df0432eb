import multipart from '@fastify/multipart';
import type { MessageAnswer } from '#contract/answers.ts';
import { paths } from '#contract/paths.ts';
import { companyOf } from '../companies/create-company.ts';
import { readLogo } from '../companies/logo-image.ts';
import { findLogo, storeLogo } from '../companies/store-logo.ts';
import { needsTicket, verifiedEmail } from '../http/identity.ts';
import { readLogoForm } from '../http/read-logo-form.ts';
import { NOTHING_POLICY } from '../http/security-headers.ts';
import { Refusal } from '../refusal.ts';
import type { AddRoutes } from './route.ts';

const YEAR_S = 365 * 24 * 60 * 60;

/** Taking a company's logo and showing it (spec §5, §7). */
export const addLogoRoutes: AddRoutes = (app, services) => {
  const { db, imaging } = services;

  // A scope of its own: nothing else takes forms.
  app.register(async (scope) => {
    await scope.register(multipart);
    scope.post(paths.uploadLogo, { onRequest: needsTicket(services) }, async (request) => {
      const { companyId, file } = await readLogoForm(request);
      if (companyId.toLowerCase() !== (await companyOf(db, verifiedEmail(request))))
        throw new Refusal('forbidden', 'This is not your company.', { field: 'companyid' });
      const image = await imaging.run(() => readLogo(file));
      return { message: await storeLogo(db, companyId, image) } satisfies MessageAnswer;
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
