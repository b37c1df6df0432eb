import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { PASSKEYS_ID } from '#contract/passkeys/account-page.ts';
import { Passkeys } from './pages/account/passkeys.tsx';

// The server's page has no such element for an account that is not complete. It has the user's address.
const root = document.getElementById(PASSKEYS_ID);
if (root)
  createRoot(root).render(
    <StrictMode>
      <Passkeys email={root.dataset['email'] ?? ''} />
    </StrictMode>,
  );
