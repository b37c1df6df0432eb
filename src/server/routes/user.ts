import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CurrentUserAnswer, MessageAnswer } from '#contract/answers.ts';
import { canonicalEmail } from '#contract/email.ts';
import { paths } from '#contract/paths.ts';
import { type CompleteUser, type CreateUser, schemas } from '#contract/schemas.ts';
import { completeUser, hasCompletedUser } from '../accounts/complete-user.ts';
import { createUser } from '../accounts/create-user.ts';
import { findAccount } from '../accounts/find-account.ts';
import { hashPassword, verifyPassword } from '../accounts/password-hash.ts';
import { refuseUnfitPassword } from '../accounts/refuse-password.ts';
import { audit, auditRefusal } from '../audit.ts';
import { companyOf } from '../companies/create-company.ts';
import { clientNetwork } from '../http/client-network.ts';
import { activeSession, needsSession, needsTicket, verifiedTicket } from '../http/identity.ts';
import { limitRequest } from '../limits/limit-request.ts';
import { rates } from '../limits/rates.ts';
import { rememberDevice } from '../logins/known-devices.ts';
import { Refusal } from '../refusal.ts';
import type { ActiveSession } from '../sessions/find-session.ts';
import { openSession } from '../sessions/open-session.ts';
import { continueSignUp, setSignUpState, ticketMissing } from '../sign-ups/sign-up.ts';
import type { AddRoutes } from './route.ts';

const UPDATED: MessageAnswer = { message: 'updated' };

/** Creating the first user of a company, completing it, and who is signed in. */
export const addUserRoutes: AddRoutes = (app, services) => {
  const { db, keys, cookies, hashing } = services;

  app.post<{ Body: CreateUser }>(
    paths.createUser,
    { onRequest: needsTicket(services), schema: { body: schemas.createUser } },
    async (request, reply) => {
      const { comapnyid, password, name, privilege } = request.body;
      const { ticket, email } = verifiedTicket(request);
      if (canonicalEmail(request.body.email) !== email)
        throw new Refusal('forbidden', 'This is not the verified address.', { field: 'email' });
      await limitRequest(db, request, [{ rate: rates.userCreations, subject: email }]);
      const companyId = comapnyid.toLowerCase();
      refuseUnfitPassword(password, email);
      const passwordHash = await hashing.run(`ticket ${email}`, () => hashPassword(password));
      const { id, tokens } = await continueSignUp(db, ticket, async (trx) => {
        if (companyId !== (await companyOf(trx, email)))
          throw new Refusal('forbidden', 'This is not your company.', { field: 'comapnyid' });
        const userId = await createUser(trx, { email, companyId, name, privilege, passwordHash });
        if (userId === undefined) throw ticketMissing();
        await setSignUpState(trx, email, 'user made');
        const opened = await openSession(trx, keys.sessions, { userId, openedBy: 'sign-up' });
        return { id: userId, tokens: opened };
      });
      cookies.setSession(reply, tokens);
      const network = clientNetwork(request);
      await audit(db, { event: 'user.created', outcome: 'accepted', email, userId: id, network });
      return { message: id } satisfies MessageAnswer;
    },
  );

  const complete = async (
    request: FastifyRequest<{ Body: CompleteUser }>,
    reply: FastifyReply,
    { id: sessionId, user }: ActiveSession,
  ): Promise<boolean> => {
    const { password, name } = request.body;
    const { id: userId, email } = user;
    refuseUnfitPassword(password, email);
    const passwordHash = await hashing.run(`user ${userId}`, () => hashPassword(password));
    const endedSessions = await completeUser(db, {
      userId,
      email,
      sessionId,
      name: name.trim(),
      passwordHash,
    });
    if (endedSessions === undefined) return false;
    cookies.clearTicket(reply);
    rememberDevice(services, request, reply, { id: userId, passwordHash });
    const network = clientNetwork(request);
    const revoked = { event: 'session', outcome: 'revoked', userId, network } as const;
    const revocations = Array.from({ length: endedSessions }, () => revoked);
    const entry = { event: 'user.completed', outcome: 'accepted', email, userId, network } as const;
    await audit(db, entry, ...revocations);
    return true;
  };

  // The answer to the call that completed the account may have been lost on the way.
  const isRepetition = async (
    { body }: FastifyRequest<{ Body: CompleteUser }>,
    { id: sessionId, user }: ActiveSession,
  ): Promise<boolean> => {
    if (!(await hasCompletedUser(db, { email: user.email, sessionId }))) return false;
    const account = await findAccount(db, user.email);
    return hashing.run(`user ${user.id}`, () =>
      verifyPassword(account?.passwordHash, body.password),
    );
  };

  app.patch<{ Body: CompleteUser }>(
    paths.completeUser,
    { onRequest: needsSession(services), schema: { body: schemas.completeUser } },
    async (request, reply) => {
      const session = activeSession(request);
      const { id: userId, email, status } = session.user;
      if (request.body.uuid.toLowerCase() !== userId)
        throw new Refusal('not_found', 'There is no such user.', { field: 'uuid' });
      await limitRequest(db, request, [{ rate: rates.passwordChanges, subject: userId }]);
      if (status === 'sent' && (await complete(request, reply, session))) return UPDATED;
      if (await isRepetition(request, session)) return UPDATED;
      const network = clientNetwork(request);
      const refused = { event: 'user.completed', outcome: 'rejected' } as const;
      await auditRefusal(db, { ...refused, email, userId, network });
      throw new Refusal('forbidden', 'This account is already complete.');
    },
  );

  app.get(paths.currentUser, { onRequest: needsSession(services) }, async (request) => {
    const { id, status, name, email } = activeSession(request).user;
    return { success: { uuid: id, status, name, email } } satisfies CurrentUserAnswer;
  });
};
