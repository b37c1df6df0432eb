import { type ErrorCode, errorStatus } from '#contract/errors.ts';

interface Details {
  /** Name of the invalid input, in the spelling of the wire. */
  field?: string | undefined;
  /** Seconds for the `Retry-After` header. */
  retryAfterS?: number | undefined;
  /** An HTTP status that the code does not have. */
  status?: number;
  /** Names of the rate limits that rejected the request, for the metrics. */
  rates?: readonly string[];
}

/** An error response with a code of the contract. Clients may show the message to people. */
export class HttpError extends Error {
  readonly status: number;
  readonly field: string | undefined;
  readonly retryAfterS: number | undefined;
  readonly rates: readonly string[];

  constructor(
    readonly code: ErrorCode,
    message: string,
    { field, retryAfterS, status = errorStatus[code], rates = [] }: Details = {},
  ) {
    super(message);
    this.name = 'HttpError';
    this.status = status;
    this.field = field;
    this.retryAfterS = retryAfterS;
    this.rates = rates;
  }
}
