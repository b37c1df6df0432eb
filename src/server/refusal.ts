import { type ErrorCode, errorStatus } from '#contract/errors.ts';

interface Details {
  /** The input that the refusal is about, as the wire calls it. */
  field?: string | undefined;
  /** Whole seconds after which the same request may succeed. */
  retryAfterS?: number | undefined;
}

/** A request that is refused for a reason the contract names. The message is shown to people. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly field: string | undefined;
  readonly retryAfterS: number | undefined;

  constructor(code: ErrorCode, message: string, { field, retryAfterS }: Details = {}) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.field = field;
    this.retryAfterS = retryAfterS;
  }

  /** The HTTP status that the contract gives this code. */
  get status(): number {
    return errorStatus[this.code];
  }
}
