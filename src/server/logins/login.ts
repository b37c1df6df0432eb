import type { Account } from '../accounts/find-account.ts';
import type { SessionTokens } from '../sessions/tokens.ts';

/** Who has logged in, and the session that was opened. */
export interface Login {
  account: Account;
  tokens: SessionTokens;
}
