import { calls } from '#contract/calls.ts';
import { canonicalEmail, isEmail } from '#contract/email.ts';
import { clientNetwork } from '#server/http/client-network.ts';
import { HttpError } from '#server/http/http-error.ts';
import { registerCall } from '#server/http/register-call.ts';
import type { RoutePlugin } from '#server/http/route-plugin.ts';
import { limitRequest, limitRequestByStages } from '#server/limits/limit-request.ts';
import { networkLimits, networkRates, rates } from '#server/limits/rates.ts';
import { enqueueMail, MAIL_LIFETIME_MS } from '#server/mail/outbox.ts';
import { audit, auditFailure, withAudit, withPartition } from '../audit.ts';
import { findLinkedAccount } from './browser-link.ts';
import { rememberDevice } from './known-devices.ts';

/**
 * The way in that strangers cannot close: they can use up the tries of all unknown browsers of an account, but
 * not what its owner finds in the mailbox. Only the mail worker checks whether the address has an account.
 * Once the links of a day are used up, by whomever, they are in the mailbox and valid.
 */
export const browserLinkRoutes: RoutePlugin = async (app, services) => {
  const { db, keys, wakeMailWorker } = services;

  registerCall(app, calls.sendBrowserLink, async (request) => {
    const email = canonicalEmail(request.params.email);
    if (!isEmail(request.params.email))
      throw new HttpError('email_invalid', 'Please use a valid email address.', { field: 'email' });
    const network = clientNetwork(request);
    const entry = { event: 'browser.link.requested', email, network } as const;
    const limited = { ...entry, outcome: 'limited' } as const;
    await limitRequestByStages(db, request, [
      { limits: networkLimits(networkRates.codes, network), entry: limited },
      {
        limits: [{ rate: rates.browserLinks, subject: email }],
        message: 'Links were mailed to this address today. The newest one still works.',
        entry: limited,
      },
    ]);
    await withPartition(db, () =>
      enqueueMail(withAudit(db, { ...entry, outcome: 'accepted' }), {
        kind: 'browserLink',
        recipient: email,
        payload: {},
        lifetimeMs: MAIL_LIFETIME_MS,
      }),
    );
    wakeMailWorker();
    return { message: 'sent' };
  });

  registerCall(app, calls.knowBrowser, async (request, reply) => {
    const network = clientNetwork(request);
    const entry = { event: 'browser.known', network } as const;
    await limitRequest(db, request, networkLimits(networkRates.logins, network), {
      message: 'Too many attempts. Please wait a moment.',
      entry: { event: 'login', outcome: 'limited', network },
    });
    const account = await findLinkedAccount(db, keys.devices, request.body.token);
    if (!account) {
      await auditFailure(db, { ...entry, outcome: 'rejected' });
      throw new HttpError('code_invalid', 'This link is not valid any more.', { field: 'token' });
    }
    rememberDevice(services, request, reply, account);
    await audit(db, { ...entry, outcome: 'accepted', userId: account.id });
    return { message: 'known' };
  });
};
