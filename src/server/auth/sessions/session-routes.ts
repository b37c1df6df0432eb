import type { FastifyRequest } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { calls } from '#contract/calls/all-calls.ts';
import { audit, auditFailure, repeat } from '#server/audit/audit.ts';
import type { KeyRing } from '#server/config/keys.ts';
import { ago, fromNow, now } from '#server/database/time.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Database } from '#server/database/types.ts';
import { clientNetwork } from '#server/http/client-network.ts';
import { errorBody } from '#server/http/error-handler.ts';
import { HttpError } from '#server/http/http-error.ts';
import { registerCall } from '#server/http/register-call.ts';
import { consumeLimits, countInTurn, limitRequest } from '#server/limits/rate-limits.ts';
import { rates } from '#server/limits/rates.ts';
import type { RoutePlugin } from '#server/services.ts';
import { revokeTicket } from '../codes/sign-up-ticket.ts';
import { type Browser, browserOf } from './browsers.ts';
import {
  endOtherSessions,
  endPresentedSessions,
  findSessions,
  isLiveSession,
  isReplaced,
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
  | { outcome: 'expired'; userId?: string };

/**
 * Rotates a refresh token with a verified MAC. The session's row has the current generation and is
 * locked, so that concurrent refreshes create one successor and cannot undo a log-out. For
 * `REFRESH_GRACE_MS` after a rotation, the new token gets the current tokens again, and so does the previous
 * one in the browser with the session's device cookie: a response may be lost, and several tabs may refresh
 * one after the other. Another rotation would invalidate the access token of a tab that is repeating its
 * request. Any other token that was used before is a replay and ends the session. Tokens from before a
 * change of the password are worth nothing, which needs no such alarm.
 */
export const refreshSession = (
  db: Kysely<Database>,
  keys: KeyRing,
  { sessionId, generation }: TokenContent,
  { devices, network }: Pick<Browser, 'devices' | 'network'>,
): Promise<RefreshOutcome> =>
  inTransaction(db, async (trx): Promise<RefreshOutcome> => {
    const session = await trx
      .selectFrom('sessions')
      .where('id', '=', sessionId)
      .select([
        'user_id',
        'generation',
        'first_generation',
        'device',
        'network',
        isLiveSession.as('is_live'),
        sql<boolean>`generation > first_generation and renewed_at > ${ago(REFRESH_GRACE_MS)}`.as(
          'is_just_renewed',
        ),
      ])
      .forUpdate()
      .executeTakeFirst();
    // A generation from the future: the database was restored from a backup.
    if (!session || generation > session.generation) return { outcome: 'expired' };
    const userId = session.user_id;
    if (!session.is_live || generation < session.first_generation)
      return { outcome: 'expired', userId };
    const refreshed = (current: number): RefreshOutcome => ({
      outcome: 'refreshed',
      userId,
      tokens: sessionTokens(keys, sessionId, current),
      hasMoved: session.network !== null && session.network !== network,
    });
    // Sessions of the version before have no device until their next rotation.
    const isOwnDevice = session.device === null || devices.includes(session.device);
    if (session.is_just_renewed) {
      if (generation === session.generation) return refreshed(generation);
      if (generation === session.generation - 1 && isOwnDevice) return refreshed(generation + 1);
    }
    if (generation === session.generation) {
      await trx
        .updateTable('sessions')
        .set({
          generation: generation + 1,
          renewed_at: now,
          expires_at: sql<Date>`least(${fromNow(REFRESH_LIFETIME_MS)},
            opened_at + (${fromNow(SESSION_LIFETIME_MS)} - now()))`,
          device: isOwnDevice ? devices[0] : session.device,
          network,
        })
        .where('id', '=', sessionId)
        .execute();
      return refreshed(generation + 1);
    }
    await trx.updateTable('sessions').set({ ended_at: now }).where('id', '=', sessionId).execute();
    return { outcome: 'replayed', userId };
  });

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
  // Copies from before a change of the password are counted apart: they can't keep the owner from renewing.
  const subject = `${token.sessionId}${(await isReplaced(db, token)) ? ' replaced' : ''}`;
  const limits = [{ rate: rates.renewals, subject }];
  const limited = await countInTurn(subject, () => consumeLimits(db, limits));
  if (limited)
    throw new HttpError('too_many_requests', 'Too many requests. Please wait a moment.', limited);
  const result = await refreshSession(db, keys, token, browser);
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
