import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { Site } from '../site.ts';
import type { VirtualAuthenticator } from './virtual-authenticator.ts';

/** Gives an account a passkey that the authenticator keeps, as a registration does. */
export const insertPasskey = async (
  { db }: Site,
  authenticator: VirtualAuthenticator,
  email: string,
): Promise<void> => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  // COSE: key type EC2, algorithm ES256, curve P-256 (RFC 9053).
  const key = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
    [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
  ]);
  const credentialId = randomBytes(16);
  // All passkeys of a user have the same handle.
  const { id, passkey_handle: handle } = await db
    .updateTable('users')
    .set(({ fn, val }) => ({ passkey_handle: fn.coalesce('passkey_handle', val(randomBytes(32))) }))
    .where('email', '=', email)
    .returning(['id', 'passkey_handle'])
    .$narrowType<{ passkey_handle: Buffer }>()
    .executeTakeFirstOrThrow();
  await db
    .insertInto('passkeys')
    .values({
      user_id: id,
      credential_id: credentialId,
      public_key: Buffer.from(isoCBOR.encode(key)),
      counter: 0,
      transports: ['internal'],
      is_backed_up: false,
      added_by: 'code',
      name: 'Laptop',
    })
    .execute();
  await authenticator.addCredential({
    credentialId: credentialId.toString('base64'),
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    userHandle: handle.toString('base64'),
  });
};
