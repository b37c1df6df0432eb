/** Error codes of the API and their HTTP status. */
export const errorStatus = {
  request_invalid: 400,
  email_invalid: 400,
  code_invalid: 400,
  password_refused: 400,
  passkey_invalid: 400,
  unauthenticated: 401,
  ticket_missing: 401,
  forbidden: 403,
  origin_refused: 403,
  xsrf: 403,
  not_found: 404,
  method_not_allowed: 405,
  email_registered: 409,
  passkey_limit: 409,
  last_way_in: 409,
  too_large: 413,
  path_too_long: 414,
  media_type_unsupported: 415,
  range_unsatisfiable: 416,
  too_many_requests: 429,
  resend_pause: 429,
  headers_too_large: 431,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** Body of every error response. `field` is the name of the invalid input. */
export interface ErrorBody<Code extends ErrorCode = ErrorCode> {
  error: { code: Code; message: string; field?: string };
}
