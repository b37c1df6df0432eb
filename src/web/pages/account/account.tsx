import * as busy from '#web/content/busy.ts';
import styles from './account.module.css';
import '#web/styles/account.css';
import { useActorRef, useSelector } from '@xstate/react';
import { type ReactNode, StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { ActorRefFrom } from 'xstate';
import { PASSKEYS_ID, SESSIONS_ID } from '#contract/account.ts';
import type { passkeyRegistrationMachine } from '#machines/passkey-registration.ts';
import { passkeyListContent as words } from '#web/content/passkey-list.ts';
import { passkeyList, passkeyListOptions } from '#web/flows/passkey-list.ts';
import { useReturnFocus } from '#web/forms/list-notice.tsx';
import { PasskeyEntries, PasskeyNameForm } from '#web/forms/passkey-entries.tsx';
import { Reauthentication } from '#web/forms/reauthentication.tsx';
import { Button } from '#web/ui/button.tsx';
import { Actions } from '#web/ui/entries.tsx';
import { Sessions } from './sessions.tsx';

interface NewPasskeyProps {
  registration: ActorRefFrom<typeof passkeyRegistrationMachine>;
}

/** The form for a new passkey. Nothing is shown until the browser has said what it can do. */
const NewPasskey = ({ registration }: NewPasskeyProps) => {
  const snapshot = useSelector(registration, (state) => state);
  const { reauthentication } = snapshot.children;
  if (snapshot.matches('deciding')) return null;
  if (reauthentication) return <Reauthentication actor={reauthentication} />;
  return (
    <PasskeyNameForm
      label={words.newName}
      name={snapshot.context.name}
      isInvalid={snapshot.matches({ offered: 'unnamed' })}
      isBusy={snapshot.matches('creating')}
      submit={words.create}
      busyLabel={busy.creating}
      canCancel
      onChange={(name) => registration.send({ type: 'name.changed', name })}
      onSubmit={() => registration.send({ type: 'creation.submitted' })}
      onCancel={() => registration.send({ type: 'creation.declined' })}
    />
  );
};

/** The passkeys of the logged-in user with this address, with what can be done with them. */
const Passkeys = ({ email }: { email: string }) => {
  const [options] = useState(() => passkeyListOptions(email));
  const actor = useActorRef(passkeyList, options);
  const snapshot = useSelector(actor, (state) => state);
  const { canAdd } = snapshot.context;
  const { registration } = snapshot.children;
  const isLoading = snapshot.matches('loading');
  const isListed = snapshot.matches('listed');
  const { heading, onClickCapture } = useReturnFocus(isListed);

  return (
    <div className={styles['card']} onClickCapture={onClickCapture}>
      <div>
        <h2 ref={heading} tabIndex={-1}>
          {words.heading}
        </h2>
        <p className={styles['lead']}>{words.lead}</p>
      </div>
      <PasskeyEntries actor={actor} isReset={false} none={words.none} />
      {registration && <NewPasskey registration={registration} />}
      {canAdd && (isLoading || isListed) && (
        <Actions>
          <Button
            id={`${PASSKEYS_ID}-add`}
            disabled={isLoading}
            onClick={() => actor.send({ type: 'addition.requested' })}
          >
            {words.add}
          </Button>
        </Actions>
      )}
      {!canAdd && <p className={styles['lead']}>{words.unsupported}</p>}
    </div>
  );
};

const mount = (id: string, list: ReactNode): void => {
  const card = document.getElementById(id);
  if (card) createRoot(card).render(<StrictMode>{list}</StrictMode>);
};

/** Renders the account settings of the user with this address into the cards of the application page. */
export const mountAccount = (email: string): void => {
  mount(PASSKEYS_ID, <Passkeys email={email} />);
  mount(SESSIONS_ID, <Sessions email={email} />);
};
