import '#web/styles/account.css';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { PASSKEYS_ID, SESSIONS_ID } from '#contract/account.ts';
import { Passkeys } from './passkeys.tsx';
import { Sessions } from './sessions.tsx';

const mount = (id: string, list: ReactNode): void => {
  const card = document.getElementById(id);
  if (card) createRoot(card).render(<StrictMode>{list}</StrictMode>);
};

/** Renders the account settings of the user with this address into the cards of the application page. */
export const mountAccount = (email: string): void => {
  mount(PASSKEYS_ID, <Passkeys email={email} />);
  mount(SESSIONS_ID, <Sessions email={email} />);
};
