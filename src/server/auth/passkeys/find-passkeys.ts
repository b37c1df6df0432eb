import type { Kysely } from 'kysely';
import type { Passkey } from '#contract/passkey.ts';
import type { Database } from '#server/database/types.ts';

interface Row {
  id: string;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
  is_backed_up: boolean;
}

/** Columns of `toPasskey`. */
export const PASSKEY_COLUMNS = [
  'id',
  'name',
  'created_at',
  'last_used_at',
  'is_backed_up',
] as const;

/** A row as the owner sees it. */
export const toPasskey = ({ id, name, created_at, last_used_at, is_backed_up }: Row): Passkey => ({
  id,
  name,
  createdAt: created_at.toISOString(),
  ...(last_used_at && { lastUsedAt: last_used_at.toISOString() }),
  isBackedUp: is_backed_up,
});

/** The passkeys of a user, oldest first. */
export const findPasskeys = async (db: Kysely<Database>, userId: string): Promise<Passkey[]> => {
  const rows = await db
    .selectFrom('passkeys')
    .where('user_id', '=', userId)
    .select(PASSKEY_COLUMNS)
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
