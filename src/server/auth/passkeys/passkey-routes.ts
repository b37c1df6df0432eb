import type { FastifyRequest } from 'fastify';
import { calls } from '#contract/calls/all-calls.ts';
import { PASSKEY_CHALLENGE_LIFETIME_MS } from '#contract/passkey.ts';
import { type AuditEntry, audit, auditFailure, repeat } from '#server/audit/audit.ts';
import { clientNetwork } from '#server/http/client-network.ts';
import { HttpError } from '#server/http/http-error.ts';
import { registerCall } from '#server/http/register-call.ts';
import { limitRequest } from '#server/limits/rate-limits.ts';
import { networkLimits, networkRates, rates } from '#server/limits/rates.ts';
import type { RoutePlugin } from '#server/services.ts';
import { finishLogin } from '../logins/log-in.ts';
import { browserOf } from '../sessions/browsers.ts';
import { activeSession, findPermittedOpener } from '../sessions/request-guard.ts';
import { registrationOptions, relyingPartyOf, verifyRegistration } from './ceremonies.ts';
import { consumeChallenge, issueChallenge } from './challenges.ts';
import { logInByPasskey, passkeyInvalid } from './log-in-by-passkey.ts';
import {
  addPasskey,
  countPasskeys,
  findPasskeys,
  type Owner,
  PASSKEYS_MAX,
  removePasskey,
  renamePasskey,
} from './own-passkeys.ts';

type PasskeyEvent = Extract<AuditEntry['event'], `passkey.${string}`>;

const errors = {
  stale: () => new HttpError('forbidden', 'Please log in with a code, then change your passkeys.'),
  full: () =>
    new HttpError('passkey_limit', `You have ${PASSKEYS_MAX} passkeys. Please remove one first.`),
  known: passkeyInvalid,
  invalid: passkeyInvalid,
  unknown: () => new HttpError('not_found', 'There is no such passkey.', { field: 'id' }),
  last: () => new HttpError('last_way_in', 'Please set a password before you remove this passkey.'),
};

const ownerOf = (request: FastifyRequest): Owner => {
  const { id: sessionId, generation, user } = activeSession(request);
  return { sessionId, generation, userId: user.id, email: user.email };
};

/** Lists, adds, renames and removes the passkeys of the logged-in user, and logs in by one. */
export const passkeyRoutes: RoutePlugin = async (app, services) => {
  const { db, cookies, origins, wakeMailWorker } = services;

  const entryOf = (request: FastifyRequest, event: PasskeyEvent) => {
    const { email, userId } = ownerOf(request);
    return { event, email, userId, network: clientNetwork(request) };
  };

  const reject = async (
    request: FastifyRequest,
    event: PasskeyEvent,
    reason: keyof typeof errors,
  ): Promise<HttpError> => {
    await auditFailure(db, { ...entryOf(request, event), outcome: 'rejected' });
    return errors[reason]();
  };

  const limitChange = (request: FastifyRequest) =>
    limitRequest(db, request, [
      { rate: rates.passkeyChanges, subject: activeSession(request).user.id },
    ]);

  registerCall(app, calls.listPasskeys, async (request) => {
    const passkeys = await findPasskeys(db, activeSession(request).user.id);
    return { passkeys };
  });

  registerCall(app, calls.passkeyRegistrationOptions, async (request) => {
    const owner = ownerOf(request);
    await limitChange(request);
    if ((await findPermittedOpener(db, owner, 'addPasskey')) === undefined)
      throw await reject(request, 'passkey.added', 'stale');
    if ((await countPasskeys(db, owner.userId)) >= PASSKEYS_MAX)
      throw await reject(request, 'passkey.added', 'full');
    const { user } = activeSession(request);
    const browser = cookies.xsrf(request) ?? '';
    return registrationOptions(db, relyingPartyOf(origins), { user, browser });
  });

  registerCall(app, calls.registerPasskey, async (request) => {
    const { name, credential: presented } = request.body;
    const owner = ownerOf(request);
    await limitChange(request);
    const fail = (reason: keyof typeof errors) => reject(request, 'passkey.added', reason);
    if ((await findPermittedOpener(db, owner, 'addPasskey')) === undefined)
      throw await fail('stale');
    const challenge = await consumeChallenge(db, {
      browser: cookies.xsrf(request) ?? '',
      userId: owner.userId,
      clientDataJSON: presented.response.clientDataJSON,
    });
    const credential =
      challenge === undefined
        ? undefined
        : await verifyRegistration(presented, {
            challenge,
            relyingParty: relyingPartyOf(origins),
          });
    if (!credential) throw await fail('invalid');
    const passkey = await addPasskey(db, owner, { name: name.trim(), credential });
    if (typeof passkey === 'string') throw await fail(passkey);
    wakeMailWorker();
    await audit(db, { ...entryOf(request, 'passkey.added'), outcome: 'accepted' });
    return { passkey };
  });

  registerCall(app, calls.renamePasskey, async (request) => {
    const { id, name } = request.body;
    await limitChange(request);
    const outcome = await renamePasskey(db, ownerOf(request), { id, name: name.trim() });
    if (outcome !== 'renamed') throw await reject(request, 'passkey.renamed', outcome);
    await audit(db, { ...entryOf(request, 'passkey.renamed'), outcome: 'accepted' });
    return { message: 'renamed' };
  });

  registerCall(app, calls.removePasskey, async (request) => {
    await limitChange(request);
    const owner = ownerOf(request);
    const endedSessions = await removePasskey(db, owner, request.body.id);
    if (typeof endedSessions === 'string')
      throw await reject(request, 'passkey.removed', endedSessions);
    wakeMailWorker();
    const entry = entryOf(request, 'passkey.removed');
    const revoked = { ...entry, event: 'session', outcome: 'revoked', email: undefined } as const;
    await audit(db, { ...entry, outcome: 'accepted' }, ...repeat(revoked, endedSessions));
    return { message: 'removed' };
  });

  // Nobody names an address: the authenticator offers its passkeys of the site, so the options are the same for
  // everyone.
  registerCall(app, calls.passkeyLoginOptions, async (request) => {
    const network = clientNetwork(request);
    await limitRequest(db, request, networkLimits(networkRates.passkeyOptions, network));
    const browser = cookies.xsrf(request) ?? '';
    return {
      challenge: await issueChallenge(db, { browser, userId: undefined }),
      timeout: PASSKEY_CHALLENGE_LIFETIME_MS,
      rpId: relyingPartyOf(origins).id,
      userVerification: 'required',
    };
  });

  registerCall(app, calls.passkeyLogin, async (request, reply) => {
    const network = clientNetwork(request);
    await limitRequest(db, request, networkLimits(networkRates.logins, network), {
      message: 'Too many attempts. Please wait a moment.',
      entry: { event: 'login', outcome: 'limited', network },
    });
    const browser = browserOf(services, request);
    const login = await logInByPasskey(services, request, request.body.credential, browser);
    return finishLogin(services, request, reply, login);
  });
};
