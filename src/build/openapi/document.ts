import { join } from 'node:path';
import * as brand from '#contract/brand.ts';
import { TAGS } from '#contract/calls/call.ts';
import { callNames, callOf } from '#contract/calls.ts';
import { cookieNames, XSRF_HEADER } from '#contract/cookies.ts';
import { ROOT } from '../root.ts';
import { errorBodySchema, type OpenApiObject, sharedErrorResponses } from './errors.ts';
import { describeOperation } from './operation.ts';
import { overview } from './overview.ts';

/** The committed description. */
export const API_DOCUMENT = join(ROOT, 'docs', 'api', 'openapi.json');

/** The version of the wire; both sides change together until there is another front end. */
const VERSION = '1.0.0';

const cookieScheme = (name: keyof typeof cookieNames, description: string): OpenApiObject => ({
  type: 'apiKey',
  in: 'cookie',
  name: cookieNames[name],
  description,
});

const headerScheme = (name: string, description: string): OpenApiObject => ({
  type: 'apiKey',
  in: 'header',
  name,
  description,
});

const securitySchemes = {
  origin: headerScheme(
    'Origin',
    'The origin of the calling page: the site’s own, or one of `WEB_ORIGINS`. Browsers send it.',
  ),
  xsrfHeader: headerScheme(XSRF_HEADER, 'The value of the XSRF cookie.'),
  xsrfCookie: cookieScheme(
    'xsrf',
    'Set by any GET; bound to the session. On https `__Host-XSRF-TOKEN`.',
  ),
  access: cookieScheme('access', 'The session, for 15 minutes.'),
  refresh: cookieScheme('refresh', 'Renews the session.'),
  ticket: cookieScheme('ticket', 'A verified sign-up, for two hours.'),
};

const headers = {
  RetryAfter: {
    description: 'Seconds until the request may be repeated.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
  Allow: {
    description: 'The methods of the path.',
    required: true,
    schema: { type: 'string' },
  },
};

/** The path in the syntax of OpenAPI: `/logos/{name}`. */
const toTemplate = (path: string): string => path.replace(/:([a-z]+)/gi, '{$1}');

/** The description of the API as an OpenAPI 3.1 document, made from the contract. */
export const describeApi = () => {
  const operations: Record<string, Record<string, OpenApiObject>> = {};
  for (const name of callNames) {
    const template = toTemplate(callOf(name).path);
    const method = callOf(name).method.toLowerCase();
    operations[template] = { ...operations[template], [method]: describeOperation(name) };
  }
  return {
    openapi: '3.1.0',
    info: { title: `${brand.name} API`, version: VERSION, description: overview },
    servers: [{ url: '/', description: 'The site’s own origin.' }],
    tags: TAGS.map((name) => ({ name })),
    paths: operations,
    components: {
      schemas: { ErrorBody: errorBodySchema },
      responses: sharedErrorResponses(),
      headers,
      securitySchemes,
    },
  };
};

/** The document as the build writes it. */
export const formatApi = (): string => `${JSON.stringify(describeApi(), null, 2)}\n`;
