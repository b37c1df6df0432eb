import { join } from 'node:path';
import * as brand from '#contract/brand.ts';
import { type CallName, callNames, callOf, errorsOf, isUnsafe } from '#contract/calls/all-calls.ts';
import { type Call, TAGS } from '#contract/calls/call.ts';
import { parameterExamples } from '#contract/calls/examples.ts';
import { LOGO_BYTES_MAX, LOGO_TYPES } from '#contract/company.ts';
import { cookieNames, XSRF_HEADER } from '#contract/cookies.ts';
import { ROOT } from '../root.ts';
import {
  errorBodySchema,
  errorResponses,
  type OpenApiObject,
  sharedErrorResponses,
} from './errors.ts';
import { type JsonSchema, toJsonSchema } from './json-schema.ts';

/** What holds for every call. */
const overview = `The API of the site: JSON over HTTP, with cookies.

- **Body**: \`application/json\` in UTF-8, at most 64 KiB, uncompressed, without unknown or repeated keys,
  nested at most 8 deep. A call without a required body takes none or \`{}\`.
- **Origin**: POST and PATCH need an \`Origin\` that is the site's own or listed in \`WEB_ORIGINS\`.
- **XSRF**: they also need the value of the cookie \`XSRF-TOKEN\` in the header \`x-xsrf-token\`. Every GET of
  \`/v1\` and \`/v2\` sets that cookie if it is missing or stale; a login and a log-out replace it.
  A sibling domain can add values to the cookie on http: the call needs the one that \`/v1/xsrf\` returns.
- **Cookies**: on https their names have the prefix \`__Host-\`, except \`signed-in\`.
- **CORS**: origins in \`WEB_ORIGINS\` may call with credentials; a preflight from them gets 204.
- **Other paths** get the response \`not_found\`, other methods of a path \`method_not_allowed\`.
- **Lengths** count UTF-16 code units, as JavaScript does; those of a new password count code points of its
  NFKC form.
- **Patterns** of email and website addresses are for ASCII. Internationalised domains are accepted too.
- **Names** that are misspelled are part of the API: \`comapnyid\`, \`planname\`.`;

const parametersOf = ({ parameters = {} }: Call): OpenApiObject[] =>
  Object.entries(parameters).map(([name, schema]) => ({
    name,
    in: 'path',
    required: true,
    schema: toJsonSchema(schema.describe()),
    example: parameterExamples[name],
  }));

const logoForm: OpenApiObject = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: ['companyid', 'file'],
        properties: {
          companyid: { type: 'string', format: 'uuid' },
          file: {
            type: 'string',
            format: 'binary',
            description: `JPEG or PNG, at most ${LOGO_BYTES_MAX} bytes and 40 million pixels.`,
          },
        },
        additionalProperties: false,
      },
      encoding: { file: { contentType: LOGO_TYPES.join(', ') } },
    },
  },
};

const requestBodyOf = ({ body, isLogoForm, examples }: Call): OpenApiObject | undefined => {
  if (isLogoForm) return logoForm;
  if (!body) return undefined;
  const schema = toJsonSchema(body.describe());
  return {
    required: !body.spec.optional,
    content: { 'application/json': { schema, example: examples?.body } },
  };
};

const imageContent = (): OpenApiObject => {
  const schema: JsonSchema = { type: 'string', format: 'binary' };
  return Object.fromEntries(LOGO_TYPES.map((type) => [type, { schema }]));
};

const successOf = ({ response, cookies = [], examples }: Call): OpenApiObject => ({
  description: 'Success.',
  ...(cookies.length > 0 && {
    headers: {
      'Set-Cookie': {
        description: `Sets or clears ${cookies.map((cookie) => `\`${cookieNames[cookie]}\``).join(', ')}.`,
        schema: { type: 'string' },
      },
    },
  }),
  content: response
    ? {
        'application/json': {
          schema: toJsonSchema(response.describe()),
          example: examples?.response,
        },
      }
    : imageContent(),
});

/** What a client must present, by security scheme. */
const securityOf = (call: Call): OpenApiObject[] => {
  const schemes = [
    ...(isUnsafe(call) ? ['origin'] : []),
    ...(isUnsafe(call) && !call.isXsrfExempt ? ['xsrfHeader', 'xsrfCookie'] : []),
    ...(call.identity ? [call.identity] : []),
  ];
  return schemes.length === 0 ? [] : [Object.fromEntries(schemes.map((scheme) => [scheme, []]))];
};

/** The Operation Object of a call. */
const describeOperation = (name: CallName): OpenApiObject => {
  const call = callOf(name);
  const { tag, summary, description } = call;
  const requestBody = requestBodyOf(call);
  const parameters = parametersOf(call);
  return {
    operationId: name,
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    security: securityOf(call),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: { 200: successOf(call), ...errorResponses(errorsOf(name)) },
  };
};

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
    'Set by any GET of the API; bound to the session. On https `__Host-XSRF-TOKEN`.',
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
