import { type ErrorCode, errorStatus } from '#contract/errors.ts';

interface Details {
  /** Name of the invalid input, in the spelling of the wire. */
  field?: string | undefined;
  /** Seconds for the `Retry-After` header. */
  retryAfterS?: number | undefined;
  /** Names of the rate limits that rejected the request, for the metrics. */
  rates?: readonly string[];
}

/** An error response with a code of the contract. Clients may show the message to people. */
export class HttpError extends Error {
  readonly code: ErrorCode;
  readonly field: string | undefined;
  readonly retryAfterS: number | undefined;
  readonly rates: readonly string[];

  constructor(code: ErrorCode, message: string, { field, retryAfterS, rates = [] }: Details = {}) {
    super(message);
    this.name = 'HttpError';
    this.code = code;
    this.field = field;
    this.retryAfterS = retryAfterS;
    this.rates = rates;
  }

  /** The HTTP status of the code. */
  get status(): number {
    return errorStatus[this.code];
  }
}
