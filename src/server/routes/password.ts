import type { PasswordUpdatedAnswer } from '#contract/answers.ts';
import { paths } from '#contract/paths.ts';
import { schemas, type UpdatePassword } from '#contract/schemas.ts';
import { maySetPassword } from '../accounts/may-set-password.ts';
import { hashPassword } from '../accounts/password-hash.ts';
import { refuseUnfitPassword } from '../accounts/refuse-password.ts';
import { setPassword } from '../accounts/set-password.ts';
import { audit, auditRefusal } from '../audit.ts';
import { clientNetwork } from '../http/client-network.ts';
import { activeSession, needsSession } from '../http/identity.ts';
import { limitRequest } from '../limits/limit-request.ts';
import { rates } from '../limits/rates.ts';
import { rememberDevice } from '../logins/known-devices.ts';
import { Refusal } from '../refusal.ts';
import type { AddRoutes } from './route.ts';

/** Setting a new password after a code. */
export const addPasswordRoute: AddRoutes = (app, services) => {
  const { db, hashing, wakeMail } = services;

  app.patch<{ Body: UpdatePassword }>(
    paths.updatePassword,
    { onRequest: needsSession(services), schema: { body: schemas.updatePassword } },
    async (request, reply) => {
      const { uuid, password } = request.body;
      const { id: sessionId, user } = activeSession(request);
      if (uuid.toLowerCase() !== user.id)
        throw new Refusal('not_found', 'There is no such user.', { field: 'uuid' });
      const { id: userId, email } = user;
      const network = clientNetwork(request);
      const entry = { event: 'password.changed', email, userId, network } as const;
      const refuse = async () => {
        await auditRefusal(db, { ...entry, outcome: 'rejected' });
        return new Refusal('forbidden', 'Please sign in with a new code, then set the password.');
      };

      await limitRequest(db, request, [{ rate: rates.passwordChanges, subject: userId }]);
      if (!(await maySetPassword(db, { userId, sessionId }))) throw await refuse();
      refuseUnfitPassword(password, email);
      const passwordHash = await hashing.run(`user ${userId}`, () => hashPassword(password));
      const changed = await setPassword(db, { userId, email, sessionId, passwordHash });
      if (!changed) throw await refuse();
      rememberDevice(services, request, reply, { id: userId, passwordHash });
      wakeMail();
      const revoked = { event: 'session', outcome: 'revoked', userId, network } as const;
      const revocations = Array.from({ length: changed.endedSessions }, () => revoked);
      await audit(db, { ...entry, outcome: 'accepted' }, ...revocations);
      return { ATSEnabled: changed.isAtsEnabled } satisfies PasswordUpdatedAnswer;
    },
  );
};
