import { keyedHash } from '#server/config/keys.ts';
import type { CodePurpose } from '#server/database/types.ts';

/** Keyed hash of a code for storage, bound to one email address and purpose. */
export const codeHash = (
  key: Buffer,
  { purpose, email, code }: { purpose: CodePurpose; email: string; code: string },
): Buffer => keyedHash(key, purpose, email, code);
