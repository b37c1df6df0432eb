import { type Kysely, sql } from 'kysely';
import { RECENT_LOGIN_MS } from '#contract/session.ts';
import { ago } from '#server/database/time.ts';
import type { Database, SessionOpener } from '#server/database/types.ts';

/** What changes how a user logs in, or who is logged in. */
export type AccountAction =
  | 'setPassword'
  | 'addPasskey'
  | 'renamePasskey'
  | 'removePasskey'
  | 'endSessions';

/** A session and its user. */
export interface SessionOwner {
  userId: string;
  sessionId: string;
  /** Generation of the token that the request has presented. */
  generation: number;
}

const TIDYING = ['renamePasskey', 'removePasskey', 'endSessions'] as const;

/**
 * What a session of an accepted account may do for `RECENT_LOGIN_MS` after its login, by how it was opened;
 * later it may do nothing of this. A password adds no other way in and replaces no password, so that whoever
 * has stolen it loses the account with the next one. A code opens a new session, which is how every other
 * session gets more rights.
 */
const sessionRights: Record<SessionOpener, readonly AccountAction[]> = {
  password: TIDYING,
  'sign-up': [...TIDYING, 'addPasskey'],
  code: [...TIDYING, 'addPasskey', 'setPassword'],
  passkey: [...TIDYING, 'addPasskey', 'setPassword'],
};

/**
 * Before an account is accepted, any of its sessions may set the password that accepts it, and nothing else:
 * it has no password of its owner yet, and may still pass to whoever verifies its address next.
 */
const RIGHTS_BEFORE_ACCEPTANCE: readonly AccountAction[] = ['setPassword'];

const OPENERS = Object.keys(sessionRights) as SessionOpener[];

/**
 * How a session was opened, if it has not ended and may do this now. Asked when the body of a request has
 * arrived, which may be long after the token was checked: a new password has made it worthless meanwhile.
 *
 * @returns undefined if it may not
 */
export const findPermittedOpener = async (
  db: Kysely<Database>,
  { userId, sessionId, generation }: SessionOwner,
  action: AccountAction,
): Promise<SessionOpener | undefined> => {
  const openers = OPENERS.filter((opener) => sessionRights[opener].includes(action));
  const session = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('sessions.id', '=', sessionId)
    .where('users.id', '=', userId)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.first_generation', '<=', generation)
    .where((on) =>
      on.or([
        on.and([
          on('users.status', '=', 'accepted'),
          on('sessions.opened_by', 'in', openers),
          on('sessions.opened_at', '>', ago(RECENT_LOGIN_MS)),
        ]),
        on.and([
          on('users.status', '=', 'sent'),
          sql.lit(RIGHTS_BEFORE_ACCEPTANCE.includes(action)),
        ]),
      ]),
    )
    .select('sessions.opened_by')
    .executeTakeFirst();
  return session?.opened_by;
};

/** Whether the session that added a passkey had proved more than a password. */
export const isProven = (addedBy: SessionOpener | null): boolean =>
  addedBy !== null && addedBy !== 'password';

/**
 * How a session is recorded that a passkey opens: a passkey is worth no more than the session that added it,
 * which is unknown for some of those that were added before that was recorded.
 */
export const openerByPasskey = (addedBy: SessionOpener | null): SessionOpener =>
  isProven(addedBy) ? 'passkey' : 'password';
