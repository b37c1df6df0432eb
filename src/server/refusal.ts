import { type ErrorCode, errorStatus } from '#contract/errors.ts';

interface Details {
  /** The input that the refusal is about, as the wire calls it. */
  field?: string | undefined;
  /** Whole seconds after which the same request may succeed. */
  retryAfterS?: number | undefined;
  /** Names of the limits that refuse it. */
  rates?: readonly string[];
}

/** A request that is refused for a reason the contract names. The message is shown to people. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly field: string | undefined;
  readonly retryAfterS: number | undefined;
  readonly rates: readonly string[];

  constructor(code: ErrorCode, message: string, { field, retryAfterS, rates = [] }: Details = {}) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.field = field;
    this.retryAfterS = retryAfterS;
    this.rates = rates;
  }

  /** The HTTP status that the contract gives this code. */
  get status(): number {
    return errorStatus[this.code];
  }
}
