import type { AnyObjectSchema, AnySchema, InferType } from 'yup';
import type { cookieNames } from '#contract/cookies.ts';
import type { ErrorCode } from '#contract/errors.ts';

type CookieName = keyof typeof cookieNames;

/** The parts of the API, in the order of its description. */
export const TAGS = [
  'Sign-up',
  'Session',
  'Passkeys',
  'Demo requests',
  'Files and health',
] as const;

/** What a call takes and gives. */
export interface Call {
  method: 'GET' | 'POST' | 'PATCH';
  /** A Fastify route pattern. */
  path: string;
  /** The part of the API that it belongs to. */
  tag: (typeof TAGS)[number];
  summary: string;
  description?: string;
  /** Rules of the path parameters, by name; the handler checks them. */
  parameters?: Record<string, AnySchema>;
  /** The JSON body. */
  body?: AnySchema;
  /** The body is the multipart form of a logo. */
  isLogoForm?: true;
  /** The JSON body of status 200; without it the response is an image. */
  response?: AnyObjectSchema;
  /** An example of each JSON body. */
  examples?: { body?: unknown; response?: unknown };
  /** The cookie that identifies the client. */
  identity?: 'access' | 'refresh' | 'ticket';
  /** Cookies that a successful call sets or clears, besides the XSRF cookie. */
  cookies?: readonly CookieName[];
  /** It may be repeated with the session tokens that it replaces, if its response was lost. */
  isRepeatable?: true;
  /** Error codes of its own. Those that any call can have are added by `errorsOf`. */
  errors?: readonly ErrorCode[];
  /** A `GET` that changes something, so that only a script of the site may call it. */
  hasEffect?: true;
  /** It needs an allowed `Origin`, but no XSRF header. */
  isXsrfExempt?: true;
  /** It asks no database and cannot fail. */
  isComputed?: true;
  /** It is neither counted nor limited. */
  isHealthCheck?: true;
  /** Its responses set no XSRF cookie: shared caches may keep them, or no page reads them. */
  isCookieless?: true;
}

type Example<Part extends 'body' | 'response', Schema extends AnySchema> = [Schema] extends [never]
  ? unknown
  : { examples: { [Key in Part]: InferType<Schema> } };

/** A call with its literal types. Its JSON bodies need examples that fit their schemas. */
export const defineCall = <
  const Fields extends Call,
  Body extends AnySchema = never,
  Response extends AnyObjectSchema = never,
>(
  call: Fields & { body?: Body; response?: Response } & Example<'body', Body> &
    Example<'response', Response>,
): Fields => call;

/** Cookies of a session. */
export const SESSION_COOKIES = ['access', 'refresh', 'signedIn'] as const;

/** A path whose parameters, such as `:email`, are replaced by percent-encoded values. */
export const fillPath = (path: string, values: Record<string, string>): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
