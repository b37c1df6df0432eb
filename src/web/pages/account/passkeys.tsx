import { useActorRef, useSelector } from '@xstate/react';
import { useState } from 'react';
import { PASSKEYS_ID } from '#contract/account.ts';
import { passkeyListContent as words } from '#web/content/passkey-list.ts';
import { passkeyList, passkeyListOptions } from '#web/flows/passkey-list.ts';
import { PasskeyEntries } from '#web/forms/passkey-entries.tsx';
import { useReturnFocus } from '#web/forms/use-return-focus.ts';
import { Button } from '#web/ui/button.tsx';
import { Actions } from '#web/ui/entries.tsx';
import styles from './account.module.css';
import { NewPasskey } from './new-passkey.tsx';

/** The passkeys of the signed-in user with this address, with what can be done with them. */
export const Passkeys = ({ email }: { email: string }) => {
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
