import { hash, verify } from '@node-rs/argon2';

// OWASP's first choice of argon2id parameters with parallelism 1: 46 MiB, one pass. About 20 ms as
// measured. The package's default algorithm is argon2id.
const options = { memoryCost: 47_104, timeCost: 1, parallelism: 1 };

/**
 * Hashes a password for storage, in NFKC: keyboards compose the same character differently
 * (NIST SP 800-63B §3.1.1.2).
 */
export const hashPassword = (password: string): Promise<string> =>
  hash(password.normalize('NFKC'), options);

/** Hash of an unknown password with the same parameters: verifying against it always fails. */
export const DUMMY_HASH =
  '$argon2id$v=19$m=47104,t=1,p=1$4FJoocSxqkxz4IPY7FJQcw$InSQmZX8jTr74HtJPDOpITupjJt2t7gc5RP/+/ZEzs8';

/**
 * Verifies a password against a stored hash. Without one it does the same work and returns false, so
 * that the response time does not reveal whether an account exists.
 */
export const verifyPassword = async (
  storedHash: string | undefined,
  password: string,
): Promise<boolean> => {
  const isCorrect = await verify(storedHash ?? DUMMY_HASH, password.normalize('NFKC'));
  return isCorrect && storedHash !== undefined;
};
