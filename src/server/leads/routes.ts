import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type Attribution,
  LANDING_LENGTH_MAX,
  sourceValue,
  sourceValues,
  type Touch,
} from '#contract/attribution.ts';
import { calls } from '#contract/calls/all-calls.ts';
import { isSameEmail } from '#contract/email.ts';
import { registerCall } from '#server/http/register-call.ts';
import { continueSignUp, verifiedTicket } from '../auth/codes/sign-up-ticket.ts';
import { startErrorResponse } from '../http/error-handler.ts';
import { HttpError } from '../http/http-error.ts';
import { FORM_TYPE, parseStrictForm } from '../http/request-body.ts';
import { limitRequest } from '../limits/rate-limits.ts';
import { rates } from '../limits/rates.ts';
import { enqueueMail, MAIL_LIFETIME_MS } from '../mail/outbox.ts';
import type { RoutePlugin } from '../services.ts';
import { demoFormPage, demoProblemPage, readDemoFields, validateDemoForm } from './demo-form.ts';
import { receiveDemoRequest } from './leads.ts';

/** The page with the form, by the Referer; undefined without one. */
const refererOf = ({ headers: { referer = '' } }: FastifyRequest): URL | undefined =>
  URL.canParse(referer) ? new URL(referer) : undefined;

/**
 * What the address of a form says of where the visitor came from, for a browser without script. A form that is shown
 * again has it in the address to which it is sent.
 */
const sourceOf = (request: FastifyRequest): URLSearchParams => {
  const { searchParams } = new URL(request.url, 'http://localhost');
  const values = {
    ...sourceValues(refererOf(request)?.searchParams ?? new URLSearchParams()),
    ...sourceValues(searchParams),
  };
  return new URLSearchParams(values);
};

/** The same as attribution: there is one touch, the form's page. */
const readAttribution = (request: FastifyRequest): Attribution | undefined => {
  const source = sourceOf(request);
  if (source.size === 0) return undefined;
  const touch: Touch = {
    ...Object.fromEntries(source),
    landing: sourceValue(refererOf(request)?.pathname ?? '/demo', LANDING_LENGTH_MAX),
    at: new Date().toISOString(),
  };
  return { first: touch, last: touch };
};

const sendPage = (reply: FastifyReply, page: string): FastifyReply =>
  reply.type('text/html; charset=utf-8').send(page);

/**
 * The demo page's form without script: the rules, limits and mails of the JSON call. Responses are pages;
 * those of a rejected request show the form again with everything typed.
 */
const demoFormRoutes: RoutePlugin = async (app, services) => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    FORM_TYPE,
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => parseStrictForm(body),
  );

  app.setErrorHandler((error, request, reply) => {
    const httpError = startErrorResponse(error, request, reply);
    const fields = readDemoFields(request.body);
    return sendPage(
      reply,
      fields
        ? demoFormPage({ fields, problem: httpError, source: sourceOf(request) })
        : demoProblemPage(httpError),
    );
  });

  app.post('/demo', { config: { isFormPost: true } }, async (request, reply) => {
    const fields = readDemoFields(request.body);
    if (!fields) throw new HttpError('request_invalid', 'There is an unknown field.');
    const result = validateDemoForm(fields);
    if ('errors' in result)
      return sendPage(
        reply.code(400),
        demoFormPage({ fields, errors: result.errors, source: sourceOf(request) }),
      );
    const attribution = readAttribution(request);
    await receiveDemoRequest(services, request, { ...result.body, attribution });
    return reply.redirect('/thankyou', 303);
  });
};

/** Demo requests and sign-up notices for the sales mailbox. */
export const leadsRoutes: RoutePlugin = async (app, services) => {
  const { db, config, wakeMailWorker } = services;
  await app.register(demoFormRoutes, services);

  registerCall(app, calls.requestDemo, async (request) => {
    await receiveDemoRequest(services, request, request.body);
    return { message: 'received' };
  });

  // Once per company.
  registerCall(app, calls.notifySales, async (request) => {
    const { ticket, email } = verifiedTicket(request);
    if (!isSameEmail(request.body.userEmail, email))
      throw new HttpError('forbidden', 'This is not the verified address.', {
        field: 'userEmail',
      });
    await limitRequest(db, request, [{ rate: rates.signUpCalls, subject: email }]);
    await continueSignUp(db, ticket, async (trx) => {
      const company = await trx
        .selectFrom('companies')
        .where('owner_email', '=', email)
        .select(['id', 'chosen_plan', 'attribution'])
        .executeTakeFirst();
      if (!company) throw new HttpError('forbidden', 'There is no company with this address.');
      await enqueueMail(trx, {
        kind: 'sales',
        recipient: config.salesEmail,
        payload: {
          ...request.body,
          userEmail: email,
          ...(company.chosen_plan && { chosenPlan: company.chosen_plan }),
          ...(company.attribution && { attribution: company.attribution }),
        },
        lifetimeMs: MAIL_LIFETIME_MS,
        dedupeKey: `sales ${company.id}`,
      });
    });
    wakeMailWorker();
    return { message: 'sent' };
  });
};
