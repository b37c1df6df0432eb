import type { Call } from '#contract/calls/call.ts';
import { parameterExamples } from '#contract/calls/examples.ts';
import { type CallName, callOf, errorsOf, isUnsafe } from '#contract/calls.ts';
import { cookieNames } from '#contract/cookies.ts';
import { LOGO_BYTES_MAX, LOGO_TYPES } from '#contract/logo.ts';
import { errorResponses, type OpenApiObject } from './errors.ts';
import { type JsonSchema, toJsonSchema } from './json-schema.ts';

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
export const describeOperation = (name: CallName): OpenApiObject => {
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
