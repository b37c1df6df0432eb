import type { FastifyReply } from 'fastify';
import { startErrorResponse } from '../http/error-handler.ts';
import { HttpError } from '../http/http-error.ts';
import { demoFormPage } from '../http/pages/demo-form-page.ts';
import { demoProblemPage } from '../http/pages/demo-problem-page.ts';
import type { RoutePlugin } from '../http/route-plugin.ts';
import { FORM_TYPE, parseStrictForm } from '../http/strict-form.ts';
import { readDemoFields, validateDemoForm } from './demo-form-fields.ts';
import { receiveDemoRequest } from './receive-demo-request.ts';

const sendPage = (reply: FastifyReply, page: string): FastifyReply =>
  reply.type('text/html; charset=utf-8').send(page);

/**
 * The demo page's form without script: the rules, limits and mails of the JSON call. Responses are pages;
 * those of a rejected request show the form again with everything typed.
 */
export const demoFormRoutes: RoutePlugin = async (app, services) => {
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
      fields ? demoFormPage({ fields, problem: httpError }) : demoProblemPage(httpError),
    );
  });

  app.post('/demo', { config: { isFormPost: true } }, async (request, reply) => {
    const fields = readDemoFields(request.body);
    if (!fields) throw new HttpError('request_invalid', 'There is an unknown field.');
    const result = validateDemoForm(fields);
    if ('errors' in result)
      return sendPage(reply.code(400), demoFormPage({ fields, errors: result.errors }));
    await receiveDemoRequest(services, request, result.body);
    return reply.redirect('/thankyou', 303);
  });
};
