import type { AnySchema, InferType } from 'yup';
import type { ErrorCode } from '#contract/errors.ts';
import type { Call } from './call.ts';
import { passkeyCalls } from './passkeys.ts';
import { sessionCalls } from './sessions.ts';
import { signUpCalls } from './sign-up.ts';
import { siteCalls } from './site.ts';

/**
 * Every call of the API, in an order in which one client can make all of them. The server's routes, the
 * browser's client and the description of the API come from this table.
 */
export const calls = { ...siteCalls, ...signUpCalls, ...passkeyCalls, ...sessionCalls };

export type Calls = typeof calls;
export type CallName = keyof Calls;

export const callNames = Object.keys(calls) as CallName[];

/** The call of a name, with every property that a call can have. */
export const callOf = (name: CallName): Call => calls[name];

type Infer<Schema> = Schema extends AnySchema ? InferType<Schema> : never;

/** The JSON body of a call. */
export type BodyOf<C> = C extends { body: infer Body } ? Infer<Body> : undefined;
/** The JSON body of its successful response; `unknown` for an image. */
export type ResponseOf<C> = C extends { response: infer Response } ? Infer<Response> : unknown;
/** Its path parameters. */
export type ParametersOf<C> = C extends { parameters: infer Parameters }
  ? { -readonly [Name in keyof Parameters]: string }
  : undefined;

/** Whether a call changes something, so that it needs an `Origin`. */
export const isUnsafe = ({ method }: Call): boolean => method !== 'GET';

/** Which calls can have the errors that do not depend on what a call does. */
const shared = {
  request_invalid: () => true,
  media_type_unsupported: () => true,
  headers_too_large: () => true,
  origin_refused: isUnsafe,
  xsrf: (call) => isUnsafe(call) && !call.isXsrfExempt,
  too_large: ({ body, isLogoForm }) => body !== undefined || isLogoForm === true,
  path_too_long: ({ parameters }) => parameters !== undefined,
  too_many_requests: ({ isHealthCheck }) => !isHealthCheck,
  unavailable: ({ isComputed }) => !isComputed,
  // The readiness check turns every fault into `unavailable`.
  internal: ({ isComputed, isHealthCheck }) => !isComputed && !isHealthCheck,
} satisfies Partial<Record<ErrorCode, (call: Call) => boolean>>;

const sharedCodes = Object.keys(shared) as (keyof typeof shared)[];

/** Every error code that a call can have. */
export const errorsOf = (name: CallName): ErrorCode[] => {
  const call = callOf(name);
  const codes = sharedCodes.filter((code) => shared[code](call));
  return [...new Set([...codes, ...(call.errors ?? [])])];
};

/** The error codes of a call. */
export type ErrorCodeOf<C> =
  | keyof typeof shared
  | (C extends { errors: readonly (infer Code)[] } ? Code : never);

/** What the browser needs to know of a call at run time. */
export type Endpoint = readonly [method: Call['method'], path: string, hasEffect?: true];

/** The JSON body of a call, by its name. */
export type RequestBody<Name extends CallName> = BodyOf<Calls[Name]>;
/** The JSON body of a call's successful response, by its name. */
export type ResponseBody<Name extends CallName> = ResponseOf<Calls[Name]>;
