import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useRef, useState } from 'react';
import { PASSKEYS_ID } from '#contract/passkeys/account-page.ts';
import { passkeyListContent as words } from '#web/content/passkeys/passkey-list.ts';
import { passkeyList, passkeyListOptions } from '#web/flows/passkey-list/passkey-list.ts';
import { NewPasskey } from './new-passkey.tsx';
import { NoticeText } from './notice-text.tsx';
import { PasskeyRow } from './passkey-row.tsx';

/** The passkeys of the signed-in user with this address, with what can be done with them. */
export const Passkeys = ({ email }: { email: string }) => {
  const [options] = useState(() => passkeyListOptions(email));
  const actor = useActorRef(passkeyList, options);
  const snapshot = useSelector(actor, (state) => state);
  const { passkeys, canAdd } = snapshot.context;
  const { registration } = snapshot.children;
  const heading = useRef<HTMLHeadingElement>(null);
  const lastPressed = useRef('');
  const isLoading = snapshot.matches('loading');
  const isListed = snapshot.matches('listed');

  useEffect(() => {
    // The focused button was removed with its form. Focus returns to the one that opened it, if it is there.
    if (!isListed || document.activeElement !== document.body) return;
    (document.getElementById(lastPressed.current) ?? heading.current)?.focus();
  }, [isListed]);

  const remember = ({ target }: { target: EventTarget }) => {
    if (isListed && target instanceof HTMLButtonElement) lastPressed.current = target.id;
  };
  return (
    <div onClickCapture={remember}>
      <h2 ref={heading} tabIndex={-1}>
        {words.heading}
      </h2>
      <p className="hint">{words.lead}</p>
      <NoticeText actor={actor} isIdle={isListed} />
      {isLoading && passkeys.length === 0 && <p className="hint">{words.loading}</p>}
      {snapshot.matches('unavailable') && (
        <>
          <p role="alert">{words.unavailable}</p>
          <button type="button" onClick={() => actor.send({ type: 'list.requested' })}>
            {words.retry}
          </button>
        </>
      )}
      {isListed && passkeys.length === 0 && <p>{words.none}</p>}
      {passkeys.length > 0 && (
        <ul className="list">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} actor={actor} passkey={passkey} />
          ))}
        </ul>
      )}
      {registration && <NewPasskey registration={registration} />}
      {canAdd && (isLoading || isListed) && (
        <button
          type="button"
          id={`${PASSKEYS_ID}-add`}
          className="primary"
          disabled={isLoading}
          onClick={() => actor.send({ type: 'addition.requested' })}
        >
          {words.add}
        </button>
      )}
      {!canAdd && <p className="hint">{words.unsupported}</p>}
    </div>
  );
};
