import { useSelector } from '@xstate/react';
import type { FormEvent } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { Passkey } from '#contract/passkey.ts';
import type { passkeyListMachine } from '#machines/passkey-list.ts';
import { passkeyListContent as words } from '#web/content/passkeys/passkey-list.ts';
import { NameField } from './name-field.tsx';

interface PasskeyRowProps {
  actor: ActorRefFrom<typeof passkeyListMachine>;
  passkey: Passkey;
}

const formatDay = (time: string): string =>
  new Date(time).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

const describe = ({ createdAt, lastUsedAt, isBackedUp }: Passkey): string =>
  [
    `${words.created} ${formatDay(createdAt)}`,
    lastUsedAt ? `${words.lastUsed} ${formatDay(lastUsedAt)}` : words.neverUsed,
    ...(isBackedUp ? [words.synced] : []),
  ].join(' · ');

/** The form for another name. */
const Renaming = ({ actor }: Pick<PasskeyRowProps, 'actor'>) => {
  const snapshot = useSelector(actor, (state) => state);
  const isBusy = snapshot.hasTag('busy');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    actor.send({ type: 'renaming.submitted' });
  };
  return (
    <form onSubmit={submit} noValidate>
      <NameField
        label={words.name}
        value={snapshot.context.name}
        isInvalid={snapshot.matches({ renaming: { editing: 'invalid' } })}
        onChange={(name) => actor.send({ type: 'name.changed', name })}
      />
      <div className="choices">
        <button type="submit" className="primary" aria-busy={isBusy || undefined}>
          {words.save}
        </button>
        <button
          type="button"
          disabled={!snapshot.can({ type: 'change.cancelled' })}
          onClick={() => actor.send({ type: 'change.cancelled' })}
        >
          {words.cancel}
        </button>
      </div>
    </form>
  );
};

/** The question before a removal. */
const Removal = ({ actor, passkey }: PasskeyRowProps) => {
  const snapshot = useSelector(actor, (state) => state);
  const isBusy = snapshot.hasTag('busy');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups the controls of a form
    <div role="group" aria-label={`${words.remove} ${passkey.name}`}>
      <p>{words.confirmRemoval.join(passkey.name)}</p>
      <div className="choices">
        <button
          type="button"
          aria-busy={isBusy || undefined}
          onClick={() => actor.send({ type: 'removal.confirmed' })}
        >
          {words.remove}
        </button>
        <button
          type="button"
          // biome-ignore lint/a11y/noAutofocus: the safe choice replaces the button that was pressed
          autoFocus
          disabled={!snapshot.can({ type: 'change.cancelled' })}
          onClick={() => actor.send({ type: 'change.cancelled' })}
        >
          {words.keep}
        </button>
      </div>
    </div>
  );
};

/** One passkey: its name and dates, and the form of the change that was asked for. */
export const PasskeyRow = ({ actor, passkey }: PasskeyRowProps) => {
  const snapshot = useSelector(actor, (state) => state);
  const { id, name } = passkey;
  const isSelected = snapshot.context.id === id;
  if (isSelected && snapshot.matches('renaming'))
    return (
      <li>
        <Renaming actor={actor} />
      </li>
    );
  const isRemoving = snapshot.matches('confirmingRemoval') || snapshot.matches('removing');
  return (
    <li>
      <div className="entry">
        <p>
          <strong>{name}</strong>
          <span className="hint">{describe(passkey)}</span>
        </p>
        {!(isSelected && isRemoving) && (
          <div className="choices">
            <button
              type="button"
              id={`rename-${id}`}
              aria-label={`${words.rename} ${name}`}
              disabled={!snapshot.can({ type: 'renaming.requested', id })}
              onClick={() => actor.send({ type: 'renaming.requested', id })}
            >
              {words.rename}
            </button>
            <button
              type="button"
              id={`remove-${id}`}
              aria-label={`${words.remove} ${name}`}
              disabled={!snapshot.can({ type: 'removal.requested', id })}
              onClick={() => actor.send({ type: 'removal.requested', id })}
            >
              {words.remove}
            </button>
          </div>
        )}
      </div>
      {isSelected && isRemoving && <Removal actor={actor} passkey={passkey} />}
    </li>
  );
};
