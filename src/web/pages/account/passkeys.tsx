import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useRef, useState } from 'react';
import { passkeyListContent as words } from '#web/content/passkeys/passkey-list.ts';
import { passkeyList, passkeyListOptions } from '#web/flows/passkey-list/passkey-list.ts';
import { NewPasskey } from './new-passkey.tsx';
import { NoticeText } from './notice-text.tsx';
import { PasskeyRow } from './passkey-row.tsx';

/** The passkeys of the signed-in user, with what can be done with them. */
export const Passkeys = () => {
  const [options] = useState(passkeyListOptions);
  const actor = useActorRef(passkeyList, options);
  const snapshot = useSelector(actor, (state) => state);
  const { passkeys, canAdd } = snapshot.context;
  const { registration } = snapshot.children;
  const heading = useRef<HTMLHeadingElement>(null);
  const isLoading = snapshot.matches('loading');
  const isListed = snapshot.matches('listed');

  useEffect(() => {
    // The focused button was removed with its form.
    if (isListed && document.activeElement === document.body) heading.current?.focus();
  }, [isListed]);

  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        {words.heading}
      </h2>
      <p className="hint">{words.lead}</p>
      <NoticeText actor={actor} />
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
          className="primary"
          disabled={isLoading}
          onClick={() => actor.send({ type: 'addition.requested' })}
        >
          {words.add}
        </button>
      )}
      {!canAdd && <p className="hint">{words.unsupported}</p>}
    </>
  );
};
