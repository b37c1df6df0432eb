import type { FastifyRequest } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { calls } from '#contract/calls/all-calls.ts';
import { MS_PER_S } from '#contract/durations.ts';
import { required } from '#contract/text.ts';
import { audit, auditFailure, repeat } from '#server/audit/audit.ts';
import type { KeyRing } from '#server/config/keys.ts';
import { now } from '#server/database/time.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Database } from '#server/database/types.ts';
import { clientNetwork } from '#server/http/client-network.ts';
import { errorBody } from '#server/http/error-handler.ts';
import { HttpError } from '#server/http/http-error.ts';
import { registerCall } from '#server/http/register-call.ts';
import { countArguments, countInTurn, limitRequest } from '#server/limits/rate-limits.ts';
import { rates } from '#server/limits/rates.ts';
import type { RoutePlugin } from '#server/services.ts';
import { revokeTicket } from '../codes/sign-up-ticket.ts';
import { type Browser, browserOf } from './browsers.ts';
import {
  endOtherSessions,
  endPresentedSessions,
  findSessions,
  type SessionOwner,
} from './live-sessions.ts';
import { activeSession, findPermittedOpener } from './request-guard.ts';
import {
  REFRESH_GRACE_MS,
  REFRESH_LIFETIME_MS,
  readToken,
  SESSION_LIFETIME_MS,
  type SessionTokens,
  sessionTokens,
  type TokenContent,
} from './tokens.ts';

export type RefreshOutcome =
  /** `hasMoved`: the session was used from another network before. */
  | { outcome: 'refreshed'; userId: string; tokens: SessionTokens; hasMoved: boolean }
  /** The token was used before, in another browser or outside of the grace period. The session has ended. */
  | { outcome: 'replayed'; userId: string }
  | { outcome: 'expired'; userId: string | undefined }
  | { outcome: 'limited'; retryAfterS: number };

interface RefreshRow {
  outcome: RefreshOutcome['outcome'];
  userId: string | null;
  current: number;
  hasMoved: boolean;
  waitS: number;
}

/** Counts and rotates a refresh token with a verified MAC, by the SQL function `refresh_session`: in one statement. */
export const refreshSession = async (
  db: Kysely<Database>,
  keys: KeyRing,
  { sessionId, generation }: TokenContent,
  { devices, network }: Pick<Browser, 'devices' | 'network'>,
): Promise<RefreshOutcome> => {
  const { rows } = await sql<RefreshRow>`select outcome, owner as "userId", current,
      has_moved as "hasMoved", wait_s as "waitS"
    from refresh_session(${sessionId}, ${generation}, ${devices}, ${network},
      ${countArguments({ rate: rates.renewals, subject: sessionId })}, ${REFRESH_GRACE_MS / MS_PER_S},
      ${REFRESH_LIFETIME_MS / MS_PER_S}, ${SESSION_LIFETIME_MS / MS_PER_S})`.execute(db);
  const { outcome, userId, current, hasMoved, waitS } = required(rows[0]);
  // At least 1: the limit may accept requests again by now.
  if (outcome === 'limited') return { outcome, retryAfterS: Math.max(Math.ceil(waitS), 1) };
  if (userId === null || outcome === 'expired')
    return { outcome: 'expired', userId: userId ?? undefined };
  if (outcome === 'replayed') return { outcome, userId };
  return { outcome, userId, tokens: sessionTokens(keys, sessionId, current), hasMoved };
};

/**
 * Rotates the refresh token of a request's cookie, and audits failures and changes of the network. A token
 * with an invalid MAC costs no query.
 *
 * @returns the new tokens; undefined if the token has no live session
 * @throws HttpError `too_many_requests`
 */
export const renewSession = async (
  db: Kysely<Database>,
  keys: KeyRing,
  refresh: string | undefined,
  browser: Browser,
): Promise<SessionTokens | undefined> => {
  const token = readToken(keys, 'refresh', refresh);
  if (token === undefined) return undefined;
  // Apart from the turn of copies from before a change of the password.
  const result = await countInTurn(`${token.sessionId} ${token.generation}`, () =>
    refreshSession(db, keys, token, browser),
  );
  if (result.outcome === 'limited')
    throw new HttpError('too_many_requests', 'Too many requests. Please wait a moment.', {
      rates: [rates.renewals.name],
      retryAfterS: result.retryAfterS,
    });
  const { userId } = result;
  const outcome = result.outcome === 'refreshed' ? 'moved' : result.outcome;
  if (userId !== undefined && (result.outcome !== 'refreshed' || result.hasMoved))
    await auditFailure(db, { event: 'session', outcome, userId, network: browser.network });
  return result.outcome === 'refreshed' ? result.tokens : undefined;
};

/**
 * Ends one other session of a user, or all of them.
 *
 * @returns the number of ended sessions; undefined if the session may not end others
 */
const endOwnSessions = (
  db: Kysely<Database>,
  owner: SessionOwner,
  id?: string,
): Promise<number | undefined> =>
  inTransaction(db, async (trx) => {
    if ((await findPermittedOpener(trx, owner, 'endSessions')) === undefined) return undefined;
    if (id === undefined) return endOtherSessions(trx, owner);
    const ended = await trx
      .updateTable('sessions')
      .set({ ended_at: now })
      .where('id', '=', id)
      .where('user_id', '=', owner.userId)
      .where('ended_at', 'is', null)
      .returning('id')
      .execute();
    return ended.length;
  });

/** Session refresh and log-out, the live sessions of the logged-in user, and the XSRF token. */
export const sessionRoutes: RoutePlugin = async (app, services) => {
  const { db, keys, cookies } = services;

  registerCall(app, calls.refresh, async (request, reply) => {
    const browser = browserOf(services, request);
    const tokens = await renewSession(db, keys.sessions, cookies.refresh(request), browser);
    if (!tokens) {
      // Not the tokens: another tab may have logged in since this call was sent.
      cookies.clearSignedIn(reply);
      const error = new HttpError('unauthenticated', 'Please log in.');
      return reply.code(error.status).send(errorBody(error));
    }
    cookies.setSession(reply, tokens);
    return { message: 'refreshed' };
  });

  registerCall(app, calls.logout, async (request, reply) => {
    const network = clientNetwork(request);
    const hasEnded = await endPresentedSessions(db, keys.sessions, {
      access: cookies.access(request),
      refresh: cookies.refresh(request),
      network,
    });
    await revokeTicket(db, cookies.ticket(request), network);
    // The tokens of a session that had ended before stay: see above.
    if (hasEnded) cookies.clearSession(reply);
    else cookies.clearSignedIn(reply);
    cookies.clearTicket(reply);
    return { message: 'logged out' };
  });

  registerCall(app, calls.listSessions, async (request) => {
    const { id: sessionId, user } = activeSession(request);
    const sessions = await findSessions(db, { userId: user.id, sessionId });
    return { sessions };
  });

  /** Ends one session of the user, or all others, and returns the number of ended ones. */
  const endOwn = async (request: FastifyRequest, id?: string): Promise<number> => {
    const { id: sessionId, generation, user } = activeSession(request);
    const userId = user.id;
    await limitRequest(db, request, [{ rate: rates.sessionChanges, subject: userId }]);
    const entry = { event: 'session', userId, network: clientNetwork(request) } as const;
    const ended = await endOwnSessions(db, { userId, sessionId, generation }, id);
    if (ended === undefined) {
      await auditFailure(db, { ...entry, outcome: 'rejected' });
      throw new HttpError('forbidden', 'Please log in with a code, then end your sessions.');
    }
    const [first, ...others] = repeat({ ...entry, outcome: 'revoked' }, ended);
    if (first) await audit(db, first, ...others);
    return ended;
  };

  registerCall(app, calls.endSession, async (request) => {
    if ((await endOwn(request, request.body.id)) === 0)
      throw new HttpError('not_found', 'There is no such session.', { field: 'id' });
    return { message: 'ended' };
  });

  registerCall(app, calls.endOtherSessions, async (request) => {
    await endOwn(request);
    return { message: 'ended' };
  });

  // For pages on another origin, which cannot read the cookie.
  registerCall(app, calls.xsrf, async (request, reply) => ({
    token: cookies.ensureXsrf(request, reply),
  }));
};
