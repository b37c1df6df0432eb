import type { CurrentUserAnswer, MessageAnswer } from '#contract/answers.ts';
import { canonicalEmail } from '#contract/email.ts';
import { paths } from '#contract/paths.ts';
import { type CompleteUser, type CreateUser, schemas } from '#contract/schemas.ts';
import { completeUser } from '../accounts/complete-user.ts';
import { createUser } from '../accounts/create-user.ts';
import { hashPassword } from '../accounts/password-hash.ts';
import { refuseUnfitPassword } from '../accounts/refuse-password.ts';
import { audit } from '../audit.ts';
import { companyOf } from '../companies/create-company.ts';
import { clientNetwork } from '../http/client-network.ts';
import { activeSession, needsSession, needsTicket, verifiedEmail } from '../http/identity.ts';
import { Refusal } from '../refusal.ts';
import { openSession } from '../sessions/open-session.ts';
import { ticketEmail } from '../sessions/tickets.ts';
import type { AddRoutes } from './route.ts';

/** Creating the first user of a company, completing it, and who is signed in (spec §7). */
export const addUserRoutes: AddRoutes = (app, services) => {
  const { db, keys, cookies, hashing, wakeMail } = services;

  app.post<{ Body: CreateUser }>(
    paths.createUser,
    { onRequest: needsTicket(services), schema: { body: schemas.createUser } },
    async (request, reply) => {
      const { comapnyid, password, name, privilege } = request.body;
      const email = verifiedEmail(request);
      if (canonicalEmail(request.body.email) !== email)
        throw new Refusal('forbidden', 'This is not the verified address.', { field: 'email' });
      const companyId = comapnyid.toLowerCase();
      if (companyId !== (await companyOf(db, email)))
        throw new Refusal('forbidden', 'This is not your company.', { field: 'comapnyid' });
      refuseUnfitPassword(password, email);
      const passwordHash = await hashing.run(() => hashPassword(password));
      const id = await createUser(db, { email, companyId, name, privilege, passwordHash });
      cookies.setSession(
        reply,
        await openSession(db, keys.sessions, { userId: id, openedBy: 'sign-up' }),
      );
      const network = clientNetwork(request);
      await audit(db, { event: 'user.created', outcome: 'accepted', email, userId: id, network });
      return { message: id } satisfies MessageAnswer;
    },
  );

  app.patch<{ Body: CompleteUser }>(
    paths.completeUser,
    { onRequest: needsSession(services), schema: { body: schemas.completeUser } },
    async (request) => {
      const { uuid, password, name } = request.body;
      const { id: sessionId, user } = activeSession(request);
      if (uuid.toLowerCase() !== user.id)
        throw new Refusal('not_found', 'There is no such user.', { field: 'uuid' });
      const hasTicket = (await ticketEmail(db, cookies.ticket(request))) === user.email;
      const refused = () => new Refusal('forbidden', 'This account is complete already.');
      if (user.status !== 'sent' && !hasTicket) throw refused();
      refuseUnfitPassword(password, user.email);
      const passwordHash = await hashing.run(() => hashPassword(password));
      const completed = await completeUser(db, {
        userId: user.id,
        sessionId,
        hasTicket,
        name: name.trim(),
        passwordHash,
      });
      const { id: userId, email } = user;
      const outcome = completed ? 'accepted' : 'rejected';
      const network = clientNetwork(request);
      const event = completed?.isReplaced ? 'password.changed' : 'user.completed';
      const revoked = { event: 'session', outcome: 'revoked', userId, network } as const;
      const revocations = Array.from({ length: completed?.endedSessions ?? 0 }, () => revoked);
      await audit(db, { event, outcome, email, userId, network }, ...revocations);
      if (!completed) throw refused();
      wakeMail();
      return { message: 'updated' } satisfies MessageAnswer;
    },
  );

  app.get(paths.currentUser, { onRequest: needsSession(services) }, async (request) => {
    const { id, status, name, email } = activeSession(request).user;
    return { success: { uuid: id, status, name, email } } satisfies CurrentUserAnswer;
  });
};
