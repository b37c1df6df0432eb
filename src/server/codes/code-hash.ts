import type { CodePurpose } from '../db/types.ts';
import { keyedHash } from '../keys.ts';

/** What is stored of a code: useless without the key, and good for one address and purpose only. */
export const codeHash = (
  key: Buffer,
  { purpose, email, code }: { purpose: CodePurpose; email: string; code: string },
): Buffer => keyedHash(key, purpose, email, code);
