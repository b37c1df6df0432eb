import type { Kysely, Transaction } from 'kysely';
import type { Passkey } from '#contract/calls/account-entries.ts';
import { enqueuePasskeyChanged } from '#server/auth/accounts/account-mails.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Database, SessionOpener } from '#server/database/types.ts';
import { DUMMY_HASH } from '../accounts/passwords.ts';
import { endOtherSessions, type SessionOwner } from '../sessions/live-sessions.ts';
import {
  type AccountAction,
  findPermittedOpener,
  isProven,
  openerByPasskey,
} from '../sessions/request-guard.ts';
import type { NewCredential } from './ceremonies.ts';

/** Passkeys of one user. */
export const PASSKEYS_MAX = 20;

/** The session that changes its user's passkeys. */
export interface Owner extends SessionOwner {
  /** Canonical email address of the user. */
  email: string;
}

const COLUMNS = ['id', 'name', 'created_at', 'last_used_at', 'is_backed_up', 'added_by'] as const;

interface Row {
  id: string;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
  is_backed_up: boolean;
  added_by: SessionOpener | null;
}

/** A row as the owner sees it. */
const toPasskey = (row: Row): Passkey => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at.toISOString(),
  ...(row.last_used_at && { lastUsedAt: row.last_used_at.toISOString() }),
  isBackedUp: row.is_backed_up,
  endsWithReset: !isProven(row.added_by),
});

/** The passkeys of a user, oldest first. */
export const findPasskeys = async (db: Kysely<Database>, userId: string): Promise<Passkey[]> => {
  const rows = await db
    .selectFrom('passkeys')
    .where('user_id', '=', userId)
    .select(COLUMNS)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(toPasskey);
};

/** Number of a user's passkeys. */
export const countPasskeys = async (db: Kysely<Database>, userId: string): Promise<number> => {
  const { count } = await db
    .selectFrom('passkeys')
    .where('user_id', '=', userId)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
};

/**
 * Runs a change of a user's passkeys in a transaction. The lock on the user's row excludes a concurrent
 * change, login or change of the password.
 *
 * @returns `stale` if the session may not change them
 */
const changePasskeys = <Result>(
  db: Kysely<Database>,
  owner: SessionOwner,
  action: AccountAction,
  change: (trx: Transaction<Database>, openedBy: SessionOpener) => Promise<Result>,
): Promise<Result | 'stale'> =>
  inTransaction(db, async (trx) => {
    await trx
      .selectFrom('users')
      .where('id', '=', owner.userId)
      .select('id')
      .forUpdate()
      .executeTakeFirst();
    const openedBy = await findPermittedOpener(trx, owner, action);
    return openedBy === undefined ? 'stale' : change(trx, openedBy);
  });

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
  changePasskeys(db, owner, 'addPasskey', async (trx, openedBy) => {
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
        added_by: openedBy,
        name,
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returning(COLUMNS)
      .executeTakeFirst();
    if (!row) return 'known';
    await enqueuePasskeyChanged(trx, 'passkeyAdded', owner.email);
    return toPasskey(row);
  });

/**
 * Renames a passkey of a user.
 *
 * @returns `unknown` if the user has no such passkey, `stale` if the session may not rename it
 */
export const renamePasskey = (
  db: Kysely<Database>,
  owner: Owner,
  { id, name }: { id: string; name: string },
): Promise<'renamed' | 'unknown' | 'stale'> =>
  changePasskeys(db, owner, 'renamePasskey', async (trx) => {
    const renamed = await trx
      .updateTable('passkeys')
      .set({ name })
      .where('id', '=', id)
      .where('user_id', '=', owner.userId)
      .returning('id')
      .executeTakeFirst();
    return renamed ? 'renamed' : 'unknown';
  });

// Codes always work, but depend on the mail server and the mailbox.
const isLastWayIn = async (trx: Transaction<Database>, userId: string): Promise<boolean> => {
  const withoutPassword = await trx
    .selectFrom('users')
    .where('id', '=', userId)
    .where('password_hash', '=', DUMMY_HASH)
    .select('id')
    .executeTakeFirst();
  return withoutPassword !== undefined && (await countPasskeys(trx, userId)) === 1;
};

/**
 * Removes a passkey of a user, ends every other session that it may have opened, and enqueues a notice to
 * the owner, in one transaction. The caller wakes the mail worker.
 *
 * @returns the number of ended sessions; `unknown` if the user has no such passkey, `last` if no other
 * passkey and no password would be left, `stale` if the session may not remove it
 */
export const removePasskey = (
  db: Kysely<Database>,
  owner: Owner,
  id: string,
): Promise<number | 'unknown' | 'last' | 'stale'> =>
  changePasskeys(db, owner, 'removePasskey', async (trx) => {
    const isLast = await isLastWayIn(trx, owner.userId);
    const own = await trx
      .selectFrom('passkeys')
      .where('id', '=', id)
      .where('user_id', '=', owner.userId)
      .select('added_by')
      .executeTakeFirst();
    if (!own) return 'unknown';
    if (isLast) return 'last';
    await trx.deleteFrom('passkeys').where('id', '=', id).execute();
    await enqueuePasskeyChanged(trx, 'passkeyRemoved', owner.email);
    return endOtherSessions(trx, { ...owner, openedBy: openerByPasskey(own.added_by) });
  });

/**
 * Removes the passkeys that a password alone has added, when the owner resets it.
 *
 * @returns their number
 */
export const removeUnprovenPasskeys = async (
  trx: Transaction<Database>,
  userId: string,
): Promise<number> => {
  const removed = await trx
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where((on) => on.or([on('added_by', 'is', null), on('added_by', '=', 'password')]))
    .returning('id')
    .execute();
  return removed.length;
};
