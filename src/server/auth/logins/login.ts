import type { Account } from '../accounts/find-account.ts';
import type { SessionTokens } from '../sessions/tokens.ts';

/** A successful login: the account and the tokens of the new session. */
export interface Login {
  account: Account;
  tokens: SessionTokens;
}
