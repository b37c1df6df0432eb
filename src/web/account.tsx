import { PASSKEYS_ID } from '#contract/account.ts';

// The server's page has no such element for an account that is not complete.
const email = document.getElementById(PASSKEYS_ID)?.dataset['email'];
if (email !== undefined) {
  // A chunk of its own: only then its style sheets are loaded, which have hashes in their names.
  const { mountAccount } = await import('./pages/account/account.tsx');
  mountAccount(email);
}
