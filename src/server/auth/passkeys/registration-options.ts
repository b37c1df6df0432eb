import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import * as brand from '#contract/brand.ts';
import type { ResponseBody } from '#contract/calls.ts';
import { PASSKEY_CHALLENGE_LIFETIME_MS } from '#contract/passkey.ts';
import type { Database } from '#server/database/types.ts';
import { issueChallenge } from './challenges.ts';
import type { RelyingParty } from './relying-party.ts';
import { KEY_ALGORITHMS } from './verify-credential.ts';

/** WebAuthn level 3, §14.6.1: 64 random bytes at most, and nothing that identifies a person. */
const HANDLE_BYTES = 32;

/** The handle of a user, which authenticators keep and return at a login; created by the first call. */
const handleOf = async (db: Kysely<Database>, userId: string): Promise<Buffer> => {
  const { handle } = await db
    .updateTable('users')
    .set({ passkey_handle: sql<Buffer>`coalesce(passkey_handle, ${randomBytes(HANDLE_BYTES)})` })
    .where('id', '=', userId)
    .returning(sql<Buffer>`passkey_handle`.as('handle'))
    .executeTakeFirstOrThrow();
  return handle;
};

/**
 * Options for a new passkey, with a new challenge. The authenticator must verify its user, and keep the
 * credential itself, so that a login needs no address. Attestation is not asked for.
 */
export const registrationOptions = async (
  db: Kysely<Database>,
  relyingParty: RelyingParty,
  { user, browser }: { user: { id: string; email: string; name: string }; browser: string },
): Promise<ResponseBody<'passkeyRegistrationOptions'>> => {
  const handle = await handleOf(db, user.id);
  const existing = await db
    .selectFrom('passkeys')
    .where('user_id', '=', user.id)
    .select(['credential_id', 'transports'])
    .execute();
  return {
    challenge: await issueChallenge(db, { browser, userId: user.id }),
    timeout: PASSKEY_CHALLENGE_LIFETIME_MS,
    rp: { id: relyingParty.id, name: brand.name },
    user: { id: handle.toString('base64url'), name: user.email, displayName: user.name },
    pubKeyCredParams: KEY_ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    excludeCredentials: existing.map(({ credential_id, transports }) => ({
      type: 'public-key',
      id: credential_id.toString('base64url'),
      transports,
    })),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  };
};
