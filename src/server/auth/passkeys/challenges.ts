import { decodeClientDataJSON } from '@simplewebauthn/server/helpers';
import type { Kysely } from 'kysely';
import { PASSKEY_CHALLENGE_LIFETIME_MS } from '#contract/passkey.ts';
import { hashToken, randomToken } from '#server/config/keys.ts';
import { fromNow, now } from '#server/database/time.ts';
import type { Database } from '#server/database/types.ts';

/** Who may answer a challenge. */
interface Ceremony {
  /** XSRF token of the browser, which another browser does not have. */
  browser: string;
  /** The user who adds a passkey; undefined in a login, which anyone may begin. */
  userId: string | undefined;
}

/** Stores a new challenge and returns it, base64url. */
export const issueChallenge = async (
  db: Kysely<Database>,
  { browser, userId }: Ceremony,
): Promise<string> => {
  const challenge = randomToken();
  await db
    .insertInto('passkey_challenges')
    .values({
      hash: hashToken(challenge),
      browser_hash: hashToken(browser),
      user_id: userId ?? null,
      expires_at: fromNow(PASSKEY_CHALLENGE_LIFETIME_MS),
    })
    .execute();
  return challenge;
};

/** The challenge that a browser says it has answered; undefined if malformed or from a foreign frame. */
const readChallenge = (clientDataJSON: string): string | undefined => {
  try {
    const { challenge, crossOrigin = false }: { challenge: unknown; crossOrigin?: unknown } =
      decodeClientDataJSON(clientDataJSON);
    return typeof challenge === 'string' && crossOrigin === false ? challenge : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Deletes the challenge of a ceremony, so that of any number of concurrent answers one is verified. A
 * challenge of another browser or another user stays.
 *
 * @returns the challenge; undefined if it is unknown, used, expired or not for this ceremony
 */
export const consumeChallenge = async (
  db: Kysely<Database>,
  { browser, userId, clientDataJSON }: Ceremony & { clientDataJSON: string },
): Promise<string | undefined> => {
  const challenge = readChallenge(clientDataJSON);
  if (challenge === undefined) return undefined;
  const consumed = await db
    .deleteFrom('passkey_challenges')
    .where('hash', '=', hashToken(challenge))
    .where('browser_hash', '=', hashToken(browser))
    .where('user_id', 'is not distinct from', userId ?? null)
    .where('expires_at', '>', now)
    .returning('hash')
    .executeTakeFirst();
  return consumed && challenge;
};
