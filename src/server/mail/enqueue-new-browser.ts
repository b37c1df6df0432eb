import type { Kysely } from 'kysely';
import type { Browser } from '../auth/logins/known-devices.ts';
import type { Database } from '../database/types.ts';
import { wideNetworkOf } from '../http/client-network.ts';
import { enqueueMail, MAIL_LIFETIME_MS } from './outbox.ts';

/**
 * Enqueues the notice of a login in a browser that the account does not know, to its owner. Logins of one
 * browser and network that keep no cookies are one notice a day. The caller wakes the worker.
 */
export const enqueueNewBrowser = (
  trx: Kysely<Database>,
  {
    email,
    userId,
    browser: { name, network },
  }: { email: string; userId: string; browser: Pick<Browser, 'name' | 'network'> },
): Promise<void> =>
  enqueueMail(trx, {
    kind: 'newBrowser',
    recipient: email,
    // For people to read: the clock of this machine is precise enough.
    payload: { browser: name, network, at: new Date().toISOString() },
    dedupeKey: `new browser ${userId} ${wideNetworkOf(network)} ${name}`,
    lifetimeMs: MAIL_LIFETIME_MS,
  });
