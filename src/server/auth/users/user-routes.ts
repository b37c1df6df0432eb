import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import { calls, type RequestBody } from '#contract/calls/all-calls.ts';
import { isSameEmail } from '#contract/email.ts';
import { audit, auditFailure, repeat, withPartition } from '#server/audit/audit.ts';
import type { Database } from '#server/database/types.ts';
import { clientNetwork } from '#server/http/client-network.ts';
import { HttpError } from '#server/http/http-error.ts';
import { registerCall } from '#server/http/register-call.ts';
import { limitRequest } from '#server/limits/rate-limits.ts';
import { rates } from '#server/limits/rates.ts';
import type { RoutePlugin } from '#server/services.ts';
import { companyOf, createUser, findAccount } from '../accounts/accounts.ts';
import { assertPasswordAllowed, hashPassword, verifyPassword } from '../accounts/passwords.ts';
import {
  continueSignUp,
  setSignUpState,
  ticketMissing,
  verifiedTicket,
} from '../codes/sign-up-ticket.ts';
import { browserOf, openSession, rememberDevice } from '../sessions/browsers.ts';
import type { ActiveSession } from '../sessions/find-session.ts';
import { setOpener } from '../sessions/live-sessions.ts';
import { activeSession, findPermittedOpener } from '../sessions/request-guard.ts';
import { completeUser, findCompletion, setPassword } from './set-password.ts';

const UPDATED = { message: 'updated' } as const;

/** Creates and completes the first user of a company, returns the logged-in user, and sets a new password. */
export const userRoutes: RoutePlugin = async (app, services) => {
  const { db, keys, cookies, hashing, wakeMailWorker } = services;

  registerCall(app, calls.createUser, async (request, reply) => {
    const { comapnyid, password, name, privilege } = request.body;
    const { ticket, email } = verifiedTicket(request);
    if (!isSameEmail(request.body.email, email))
      throw new HttpError('forbidden', 'This is not the verified address.', { field: 'email' });
    await limitRequest(db, request, [{ rate: rates.userCreations, subject: email }]);
    const companyId = comapnyid.toLowerCase();
    assertPasswordAllowed(password, email);
    const passwordHash = await hashing.run(`ticket ${email}`, () => hashPassword(password));
    const browser = browserOf(services, request);
    const entry = { event: 'user.created', email, network: browser.network } as const;
    const create = async (trx: Transaction<Database>) => {
      if (companyId !== (await companyOf(trx, email)))
        throw new HttpError('forbidden', 'This is not your company.', { field: 'comapnyid' });
      const user = await createUser(trx, { email, companyId, name, privilege, passwordHash });
      if (!user) throw ticketMissing();
      await setSignUpState(trx, email, 'user_created');
      const tokens = await openSession(trx, keys.sessions, {
        userId: user.id,
        openedBy: 'sign-up',
        browser,
        entry,
        isOnly: true,
      });
      return { user, tokens };
    };
    const { user, tokens } = await withPartition(db, () => continueSignUp(db, ticket, create));
    cookies.setSession(reply, tokens);
    rememberDevice(services, request, reply, { ...user, passwordHash });
    return { message: user.id };
  });

  const complete = async (
    request: FastifyRequest<{ Body: RequestBody<'completeUser'> }>,
    reply: FastifyReply,
    { id: sessionId, generation, user }: ActiveSession,
  ): Promise<boolean> => {
    const { password, name } = request.body;
    const { id: userId, email } = user;
    assertPasswordAllowed(password, email);
    const passwordHash = await hashing.run(`user ${userId}`, () => hashPassword(password));
    const completed = await completeUser(db, keys.sessions, {
      userId,
      email,
      sessionId,
      generation,
      name: name.trim(),
      passwordHash,
    });
    if (!completed) return false;
    const { endedSessions, installationGeneration, tokens } = completed;
    cookies.setSession(reply, tokens);
    cookies.clearTicket(reply);
    rememberDevice(services, request, reply, { id: userId, passwordHash, installationGeneration });
    const network = clientNetwork(request);
    const revoked = { event: 'session', outcome: 'revoked', userId, network } as const;
    const entry = { event: 'user.completed', outcome: 'accepted', email, userId, network } as const;
    await audit(db, entry, ...repeat(revoked, endedSessions));
    return true;
  };

  // A client that lost the response to a successful request sends it again.
  const isRetry = async (
    { body }: FastifyRequest<{ Body: RequestBody<'completeUser'> }>,
    reply: FastifyReply,
    { id: sessionId, isReplaced, user }: ActiveSession,
  ): Promise<boolean> => {
    const tokens = await findCompletion(db, keys.sessions, { email: user.email, sessionId });
    if (!tokens) return false;
    const account = await findAccount(db, user.email);
    const isSame = await hashing.run(`user ${user.id}`, () =>
      verifyPassword(account?.passwordHash, body.password),
    );
    if (!isSame) return false;
    // The password is all that a copy of the earlier token has to prove.
    if (isReplaced) await setOpener(db, sessionId, 'password');
    cookies.setSession(reply, tokens);
    return true;
  };

  registerCall(app, calls.completeUser, async (request, reply) => {
    const session = activeSession(request);
    const { id: userId, email, status } = session.user;
    if (request.body.uuid.toLowerCase() !== userId)
      throw new HttpError('not_found', 'There is no such user.', { field: 'uuid' });
    // Whoever has a copy of the earlier token gets few guesses, and uses up none of the owner's changes.
    const limit = session.isReplaced
      ? { rate: rates.passwordTries, subject: `completion ${userId}` }
      : { rate: rates.passwordChanges, subject: userId };
    await limitRequest(db, request, [limit]);
    if (status === 'sent' && (await complete(request, reply, session))) return UPDATED;
    if (await isRetry(request, reply, session)) return UPDATED;
    const network = clientNetwork(request);
    const failure = { event: 'user.completed', outcome: 'rejected' } as const;
    await auditFailure(db, { ...failure, email, userId, network });
    throw new HttpError('forbidden', 'This account is already complete.');
  });

  registerCall(app, calls.currentUser, async (request) => {
    const { id, status, name, email } = activeSession(request).user;
    return { success: { uuid: id, status, name, email } };
  });

  // A new password after a login by code.
  registerCall(app, calls.updatePassword, async (request, reply) => {
    const { uuid, password } = request.body;
    const { id: sessionId, generation, user } = activeSession(request);
    if (uuid.toLowerCase() !== user.id)
      throw new HttpError('not_found', 'There is no such user.', { field: 'uuid' });
    const { id: userId, email } = user;
    const network = clientNetwork(request);
    const entry = { event: 'password.changed', email, userId, network } as const;
    const reject = async () => {
      await auditFailure(db, { ...entry, outcome: 'rejected' });
      return new HttpError('forbidden', 'Please log in with a code, then set the password.');
    };

    await limitRequest(db, request, [{ rate: rates.passwordChanges, subject: userId }]);
    const owner = { userId, sessionId, generation };
    if ((await findPermittedOpener(db, owner, 'setPassword')) === undefined) throw await reject();
    assertPasswordAllowed(password, email);
    const passwordHash = await hashing.run(`user ${userId}`, () => hashPassword(password));
    const changed = await setPassword(db, keys.sessions, { ...owner, email, passwordHash });
    if (!changed) throw await reject();
    cookies.setSession(reply, changed.tokens);
    const { installationGeneration } = changed;
    rememberDevice(services, request, reply, { id: userId, passwordHash, installationGeneration });
    wakeMailWorker();
    await audit(
      db,
      { ...entry, outcome: 'accepted' },
      ...repeat({ event: 'session', outcome: 'revoked', userId, network }, changed.endedSessions),
      ...repeat(
        { ...entry, event: 'passkey.removed', outcome: 'accepted' },
        changed.removedPasskeys,
      ),
    );
    return { ATSEnabled: changed.isAtsEnabled };
  });
};
