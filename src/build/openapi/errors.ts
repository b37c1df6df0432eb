import { type ErrorCode, errorStatus } from '#contract/errors.ts';
import type { JsonSchema } from './json-schema.ts';

/** An OpenAPI object whose shape the validator checks. */
export type OpenApiObject = Record<string, unknown>;

/** When a client gets each code. */
const causes: Record<ErrorCode, string> = {
  request_invalid: 'Body, header or path is malformed or violates the schema.',
  email_invalid: 'The address is not an email address, or not a work address where one is needed.',
  code_invalid: 'The code is wrong, expired, used or exhausted.',
  password_refused: 'The new password is too short, too long, common, or the email address.',
  passkey_invalid:
    'The passkey is unknown or removed, its challenge used or expired, or its signature not valid.',
  unauthenticated: 'There is no live session; at login, the password or the address is wrong.',
  ticket_missing: 'There is no valid sign-up ticket: the email address must be verified first.',
  forbidden: 'The session or ticket does not permit this.',
  origin_refused: '`Origin` is missing or foreign, or the call is not one of a script of the site.',
  xsrf: 'The XSRF value is missing or stale: fetch `/v1/xsrf`, then repeat once.',
  not_found: 'There is no such path or object.',
  method_not_allowed: 'The path has other methods, which `Allow` names.',
  email_registered: 'The address has an account.',
  passkey_limit: 'The user has as many passkeys as allowed.',
  last_way_in: 'The user has no password, and this is the last passkey.',
  too_large: 'The body exceeds its limit.',
  path_too_long: 'A path segment exceeds 1024 characters.',
  media_type_unsupported: 'The content type or the content coding is not accepted.',
  range_unsatisfiable: 'The range is beyond the end of the file.',
  too_many_requests: 'A limit is exceeded.',
  resend_pause:
    'A code was sent to this address a moment ago, and another one may be requested after `Retry-After`.',
  headers_too_large: 'The headers exceed 16 KiB.',
  internal: 'A defect; the log has it.',
  unavailable: 'The database is unreachable, its disk is full, or a work queue is full.',
};

/** Responses of Node's HTTP parser, which have the code `request_invalid`. */
export const parserStatuses: Record<number, string> = {
  408: 'The request took too long.',
  417: '`Expect` is not supported.',
};

const RETRY_AFTER = { $ref: '#/components/headers/RetryAfter' };
const ALLOW = { $ref: '#/components/headers/Allow' };
const headersOf: Partial<Record<number, OpenApiObject>> = {
  405: { Allow: ALLOW },
  429: { 'Retry-After': RETRY_AFTER },
  503: { 'Retry-After': RETRY_AFTER },
};

/** The body of every error response; `ErrorBody` of the contract. */
export const errorBodySchema: JsonSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string', enum: Object.keys(errorStatus) },
        message: { type: 'string', description: 'For people; it never repeats the input.' },
        field: { type: 'string', description: 'The input that the error refers to.' },
      },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
};

const narrowed = (codes: readonly ErrorCode[]): JsonSchema => ({
  allOf: [
    { $ref: '#/components/schemas/ErrorBody' },
    {
      type: 'object',
      properties: { error: { type: 'object', properties: { code: { enum: codes } } } },
    },
  ],
});

const exampleOf = (code: ErrorCode): OpenApiObject => ({
  summary: causes[code],
  value: { error: { code, message: 'A sentence for people.' } },
});

/** An error response of a status, with one of the codes. */
const errorResponse = (
  status: number,
  codes: readonly ErrorCode[],
  description = codes.map((code) => `\`${code}\`: ${causes[code]}`).join(' '),
): OpenApiObject => ({
  description,
  ...(headersOf[status] && { headers: headersOf[status] }),
  content: {
    'application/json': {
      schema: narrowed(codes),
      examples: Object.fromEntries(codes.map((code) => [code, exampleOf(code)])),
    },
  },
});

const statusName = (status: number): string => `Status${status}`;

/** Responses with one code, which operations refer to: by name. */
export const sharedErrorResponses = (): Record<string, OpenApiObject> => ({
  ...Object.fromEntries(
    (Object.keys(errorStatus) as ErrorCode[]).map((code) => [
      code,
      errorResponse(errorStatus[code], [code]),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(parserStatuses).map(([status, cause]) => [
      statusName(Number(status)),
      errorResponse(Number(status), ['request_invalid'], cause),
    ]),
  ),
});

const refer = (name: string): OpenApiObject => ({ $ref: `#/components/responses/${name}` });

/** The error responses of a call with these codes, by status. */
export const errorResponses = (codes: readonly ErrorCode[]): Record<string, OpenApiObject> => {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes)
    byStatus.set(errorStatus[code], [...(byStatus.get(errorStatus[code]) ?? []), code]);
  return {
    ...Object.fromEntries(
      [...byStatus].map(([status, list]) => {
        const [only = '', ...others] = list;
        return [status, others.length === 0 ? refer(only) : errorResponse(status, list)];
      }),
    ),
    ...Object.fromEntries(
      Object.keys(parserStatuses).map((status) => [status, refer(statusName(Number(status)))]),
    ),
  };
};
