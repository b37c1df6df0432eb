import type { Kysely } from 'kysely';
import { PASSKEYS_MAX, type Passkey } from '#contract/passkey.ts';
import type { Database } from '#server/database/types.ts';
import { enqueuePasskeyChanged } from '#server/mail/enqueue-passkey-changed.ts';
import { changePasskeys, type Owner } from './change-passkeys.ts';
import { countPasskeys, PASSKEY_COLUMNS, toPasskey } from './find-passkeys.ts';
import type { NewCredential } from './verify-credential.ts';

/**
 * Stores a verified credential and enqueues a notice to its owner, in one transaction. The caller wakes
 * the mail worker.
 *
 * @returns the passkey; `full` if the user has `PASSKEYS_MAX`, `known` if the credential is stored
 * already, for whichever user, `stale` if the session may not add it
 */
export const addPasskey = (
  db: Kysely<Database>,
  owner: Owner,
  { name, credential }: { name: string; credential: NewCredential },
): Promise<Passkey | 'full' | 'known' | 'stale'> =>
  changePasskeys(db, owner, async (trx) => {
    if ((await countPasskeys(trx, owner.userId)) >= PASSKEYS_MAX) return 'full';
    const row = await trx
      .insertInto('passkeys')
      .values({
        user_id: owner.userId,
        credential_id: credential.credentialId,
        public_key: credential.publicKey,
        counter: credential.counter,
        transports: credential.transports,
        is_backed_up: credential.isBackedUp,
        name,
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returning(PASSKEY_COLUMNS)
      .executeTakeFirst();
    if (!row) return 'known';
    await enqueuePasskeyChanged(trx, 'passkeyAdded', owner.email);
    return toPasskey(row);
  });
