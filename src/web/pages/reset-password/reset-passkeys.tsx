import { useActorRef, useSelector } from '@xstate/react';
import { useId, useState } from 'react';
import { passkeyListContent } from '#web/content/passkey-list.ts';
import { resetPasskeys, resetPasskeysOptions } from '#web/flows/passkey-list.ts';
import { useReturnFocus } from '#web/forms/list-notice.tsx';
import { PasskeyEntries } from '#web/forms/passkey-entries.tsx';
import styles from './reset-passkeys.module.css';

const { reset: words } = passkeyListContent;

/** The passkeys of the account whose password is set: nothing, if there are none or they did not load. */
export default function ResetPasskeys({ email }: { email: string }) {
  const id = useId();
  const [options] = useState(() => resetPasskeysOptions(email));
  const actor = useActorRef(resetPasskeys, options);
  const snapshot = useSelector(actor, (state) => state);
  const hasPasskeys = snapshot.context.passkeys.length > 0;
  const [hadPasskeys, setHadPasskeys] = useState(false);
  if (hasPasskeys && !hadPasskeys) setHadPasskeys(true);
  const { heading, onClickCapture } = useReturnFocus(snapshot.matches('listed'));
  if (!hadPasskeys) return null;
  return (
    <section aria-labelledby={id} className={styles['passkeys']} onClickCapture={onClickCapture}>
      <div>
        <h2 id={id} ref={heading} tabIndex={-1}>
          {words.heading}
        </h2>
        <p className={styles['lead']}>{words.lead}</p>
      </div>
      <PasskeyEntries actor={actor} isReset none={words.noneLeft} />
    </section>
  );
}
