import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
} from 'fastify';
import { type Kysely, sql } from 'kysely';
import { RECENT_LOGIN_MS } from '#contract/session.ts';
import { ago } from '#server/database/time.ts';
import type { Database, SessionOpener } from '#server/database/types.ts';
import { HttpError } from '#server/http/http-error.ts';
import type { Origins } from '#server/http/origins.ts';
import type { Services } from '#server/services.ts';
import { type ActiveSession, findSession } from './find-session.ts';
import type { SessionOwner } from './live-sessions.ts';
import type { Cookies } from './tokens.ts';

const originOf = (address: string | undefined): string | undefined =>
  address !== undefined && URL.canParse(address) ? new URL(address).origin : undefined;

/**
 * Whether a form was sent by a page of this site. Browsers send Fetch Metadata to secure origins; else
 * `Origin` decides, or `Referer` where a browser sends no `Origin` with a form.
 */
const isOwnForm = ({ headers }: FastifyRequest, origins: Origins): boolean => {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const origin = headers.origin ?? originOf(headers.referer);
  return origin !== undefined && origins.isOwn(origin);
};

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A form posts here without script. Only the site's own pages may, and no XSRF token is needed. */
    isFormPost?: boolean;
    /** A response sets no XSRF cookie, so that shared caches may keep it: files, pages that send nothing, and some calls. */
    isCookieless?: boolean;
  }
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Characters in a path segment: room for an email address of 254 characters, all percent-encoded. */
export const PARAMETER_LENGTH_MAX = 1024;

// For a parameter that is too long the router would fall through to the static site's catch-all.
const rejectLongPath = (path: string) => {
  if (path.length <= PARAMETER_LENGTH_MAX) return;
  if (path.split('/').some((part) => part.length > PARAMETER_LENGTH_MAX))
    throw new HttpError('path_too_long', 'This address is too long.');
};

// RFC 9112 §3.2.1: a target has no fragment. The router ends a path there, others would not.
const rejectFragment = (url: string) => {
  if (url.includes('#')) throw new HttpError('request_invalid', 'An address has no fragment here.');
};

// RFC 9112 §3.2. Of two Host headers Node uses the first, while a proxy may have used the last.
const requireOneHost = ({ raw }: FastifyRequest) => {
  const { rawHeaders } = raw;
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.toLowerCase() === 'host') count += 1;
  if (count > 1 || (count === 0 && raw.httpVersion !== '1.0'))
    throw new HttpError('request_invalid', 'There must be one Host header.');
};

// RFC 9110 §10.1.1. Node emits such a request as an event of its own.
const rejectExpectation = ({ headers }: FastifyRequest, reply: FastifyReply) => {
  if (headers.expect === undefined || /^100-continue$/i.test(headers.expect)) return;
  reply.header('connection', 'close');
  throw new HttpError('request_invalid', 'This is not supported.', { status: 417 });
};

/**
 * Rejects requests without exactly one Host header, targets with a fragment, paths that are too long and
 * unknown expectations. Unsafe methods need an allowed Origin and the XSRF token in the header (double-submit
 * cookie), or are forms of the site's own pages. A GET sets the XSRF cookie, except for files and pages without
 * a form: a script without a token asks for one before its first call.
 */
export const addRequestGuard = (
  app: FastifyInstance,
  { origins, cookies }: { origins: Origins; cookies: Cookies },
): void => {
  app.addHook('onRequest', (request, reply, done) => {
    const [path = ''] = request.url.split('?', 1);
    requireOneHost(request);
    rejectExpectation(request, reply);
    rejectFragment(request.url);
    rejectLongPath(path);
    if (SAFE_METHODS.has(request.method)) {
      if (request.method === 'GET' && !request.routeOptions.config.isCookieless)
        cookies.ensureXsrf(request, reply);
      return done();
    }
    if (request.is404) return done();
    const { isFormPost, call } = request.routeOptions.config;
    if (isFormPost ? !isOwnForm(request, origins) : !origins.isAllowed(request.headers.origin))
      throw new HttpError('origin_refused', 'This call must come from a page of this site.');
    if (!isFormPost && !call?.isXsrfExempt && cookies.xsrf(request) === undefined)
      throw new HttpError('xsrf', 'The XSRF value is missing or stale. Fetch a fresh one.');
    done();
  });
};

const SPECULATIVE = /prefetch|prerender|preview/i;

/**
 * A hook for a GET route with an effect, such as verifying a code. Only a script of the site or of a
 * listed origin may call it: a picture or a link on another page, also of a sibling domain, would set
 * an attacker's ticket. Speculative requests (prefetch, prerender, preview) would consume the code.
 */
export const createFetchMetadataGuard = (
  origins: Origins,
  cookies: Cookies,
): onRequestAsyncHookHandler => {
  const isOwnScript = (request: FastifyRequest): boolean => {
    const { origin, 'sec-fetch-site': site, 'sec-fetch-dest': destination } = request.headers;
    const isAllowed = origins.isAllowed(origin);
    if (origin !== undefined && !isAllowed) return false;
    // On http, and before Safari 16.4. Only a script of the site can send the header.
    if (site === undefined && destination === undefined)
      return isAllowed || cookies.xsrf(request) !== undefined;
    return (isAllowed || site === 'same-origin') && destination === 'empty';
  };

  return async (request) => {
    const { headers } = request;
    const purposes = [
      headers['sec-purpose'],
      headers['purpose'],
      headers['x-purpose'],
      headers['x-moz'],
    ];
    if (purposes.some((purpose) => SPECULATIVE.test(String(purpose ?? ''))))
      throw new HttpError('forbidden', 'This cannot be fetched ahead of time.');
    if (!isOwnScript(request))
      throw new HttpError('origin_refused', 'This call must come from a page of this site.');
  };
};

// Set by `requireSession`, before the body is read.
const sessions = new WeakMap<FastifyRequest, ActiveSession>();

export const unauthenticated = () => new HttpError('unauthenticated', 'Please log in.');

/** An onRequest hook that requires a live session. */
export const requireSession =
  ({ db, keys, cookies }: Pick<Services, 'db' | 'keys' | 'cookies'>): onRequestAsyncHookHandler =>
  async (request, reply) => {
    const mayBeReplaced = request.routeOptions.config.call?.isRepeatable === true;
    const session = await findSession(db, keys.sessions, cookies.access(request), mayBeReplaced);
    if (!session) throw unauthenticated();
    cookies.restoreSignedIn(request, reply);
    sessions.set(request, session);
  };

/** The session of a request that passed `requireSession`. */
export const activeSession = (request: FastifyRequest): ActiveSession => {
  const session = sessions.get(request);
  if (!session) throw unauthenticated();
  return session;
};

/** What changes how a user logs in, or who is logged in. */
export type AccountAction =
  | 'setPassword'
  | 'addPasskey'
  | 'renamePasskey'
  | 'removePasskey'
  | 'endSessions';

const TIDYING = ['renamePasskey', 'removePasskey', 'endSessions'] as const;

/**
 * What a session of an accepted account may do for `RECENT_LOGIN_MS` after its login, by how it was opened;
 * later it may do nothing of this. A password adds no other way in and replaces no password, so that whoever
 * has stolen it loses the account with the next one. A code opens a new session, which is how every other
 * session gets more rights.
 */
const sessionRights: Record<SessionOpener, readonly AccountAction[]> = {
  password: TIDYING,
  'sign-up': [...TIDYING, 'addPasskey'],
  code: [...TIDYING, 'addPasskey', 'setPassword'],
  passkey: [...TIDYING, 'addPasskey', 'setPassword'],
};

/**
 * Before an account is accepted, any of its sessions may set the password that accepts it, and nothing else:
 * it has no password of its owner yet, and may still pass to whoever verifies its address next.
 */
const RIGHTS_BEFORE_ACCEPTANCE: readonly AccountAction[] = ['setPassword'];

const OPENERS = Object.keys(sessionRights) as SessionOpener[];

/**
 * How a session was opened, if it has not ended and may do this now. Asked when the body of a request has
 * arrived, which may be long after the token was checked: a new password has made it worthless meanwhile.
 *
 * @returns undefined if it may not
 */
export const findPermittedOpener = async (
  db: Kysely<Database>,
  { userId, sessionId, generation }: SessionOwner,
  action: AccountAction,
): Promise<SessionOpener | undefined> => {
  const openers = OPENERS.filter((opener) => sessionRights[opener].includes(action));
  const session = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('sessions.id', '=', sessionId)
    .where('users.id', '=', userId)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.first_generation', '<=', generation)
    .where((on) =>
      on.or([
        on.and([
          on('users.status', '=', 'accepted'),
          on('sessions.opened_by', 'in', openers),
          on('sessions.opened_at', '>', ago(RECENT_LOGIN_MS)),
        ]),
        on.and([
          on('users.status', '=', 'sent'),
          sql.lit(RIGHTS_BEFORE_ACCEPTANCE.includes(action)),
        ]),
      ]),
    )
    .select('sessions.opened_by')
    .executeTakeFirst();
  return session?.opened_by;
};

/** Whether the session that added a passkey had proved more than a password. */
export const isProven = (addedBy: SessionOpener | null): boolean =>
  addedBy !== null && addedBy !== 'password';

/**
 * How a session is recorded that a passkey opens: a passkey is worth no more than the session that added it,
 * which is unknown for some of those that were added before that was recorded.
 */
export const openerByPasskey = (addedBy: SessionOpener | null): SessionOpener =>
  isProven(addedBy) ? 'passkey' : 'password';
