import { calls } from '#contract/calls.ts';
import { PASSKEY_CHALLENGE_LIFETIME_MS } from '#contract/passkey.ts';
import { clientNetwork } from '#server/http/client-network.ts';
import { registerCall } from '#server/http/register-call.ts';
import type { RoutePlugin } from '#server/http/route-plugin.ts';
import { limitRequest } from '#server/limits/limit-request.ts';
import { networkLimits, networkRates } from '#server/limits/rates.ts';
import { finishLogin } from '../logins/finish-login.ts';
import { browserOf } from '../logins/known-devices.ts';
import { issueChallenge } from './challenges.ts';
import { logInByPasskey } from './log-in-by-passkey.ts';
import { relyingPartyOf } from './relying-party.ts';

/**
 * Login by passkey. Nobody names an address: the authenticator offers its passkeys of the site, so the
 * options are the same for everyone.
 */
export const passkeyLoginRoutes: RoutePlugin = async (app, services) => {
  const { db, origins, cookies } = services;

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
