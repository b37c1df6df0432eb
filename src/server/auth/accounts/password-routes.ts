import { calls } from '#contract/calls.ts';
import { clientNetwork } from '#server/http/client-network.ts';
import { HttpError } from '#server/http/http-error.ts';
import { registerCall } from '#server/http/register-call.ts';
import type { RoutePlugin } from '#server/http/route-plugin.ts';
import { limitRequest } from '#server/limits/limit-request.ts';
import { rates } from '#server/limits/rates.ts';
import { audit, auditFailure, repeat } from '../audit.ts';
import { activeSession } from '../auth-hooks.ts';
import { rememberDevice } from '../logins/known-devices.ts';
import { findRight } from '../sessions/session-rights.ts';
import { assertPasswordAllowed } from './assert-password-allowed.ts';
import { hashPassword } from './password-hash.ts';
import { setPassword } from './set-password.ts';

/** Sets a new password after a login by code. */
export const passwordRoutes: RoutePlugin = async (app, services) => {
  const { db, keys, cookies, hashing, wakeMailWorker } = services;

  registerCall(app, calls.updatePassword, async (request, reply) => {
    const { uuid, password } = request.body;
    const { id: sessionId, generation: presented, user } = activeSession(request);
    if (uuid.toLowerCase() !== user.id)
      throw new HttpError('not_found', 'There is no such user.', { field: 'uuid' });
    const { id: userId, email } = user;
    const network = clientNetwork(request);
    const entry = { event: 'password.changed', email, userId, network } as const;
    const reject = async () => {
      await auditFailure(db, { ...entry, outcome: 'rejected' });
      return new HttpError('forbidden', 'Please sign in with a new code, then set the password.');
    };

    await limitRequest(db, request, [{ rate: rates.passwordChanges, subject: userId }]);
    const owner = { userId, sessionId, generation: presented };
    if ((await findRight(db, owner, 'setPassword')) === undefined) throw await reject();
    assertPasswordAllowed(password, email);
    const passwordHash = await hashing.run(`user ${userId}`, () => hashPassword(password));
    const changed = await setPassword(db, keys.sessions, { ...owner, email, passwordHash });
    if (!changed) throw await reject();
    cookies.setSession(reply, changed.tokens);
    const { generation } = changed;
    rememberDevice(services, request, reply, { id: userId, passwordHash, generation });
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
