import { useSelector } from '@xstate/react';
import { type FormEvent, useId } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { passkeyRegistrationMachine } from '#machines/passkey-registration.ts';
import { passkeyListContent as words } from '#web/content/passkeys/passkey-list.ts';

interface NewPasskeyProps {
  registration: ActorRefFrom<typeof passkeyRegistrationMachine>;
}

/** The form for a new passkey. Nothing is shown until the browser has said what it can do. */
export const NewPasskey = ({ registration }: NewPasskeyProps) => {
  const id = useId();
  const snapshot = useSelector(registration, (state) => state);
  if (snapshot.matches('deciding')) return null;
  const isBusy = snapshot.matches('creating');
  const isUnnamed = snapshot.matches({ offered: 'unnamed' });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    registration.send({ type: 'creation.submitted' });
  };
  return (
    <form onSubmit={submit} noValidate>
      <div className="field">
        <label htmlFor={id}>{words.newName}</label>
        <input
          id={id}
          // biome-ignore lint/a11y/noAutofocus: the form replaces the button that was pressed
          autoFocus
          autoComplete="off"
          readOnly={isBusy}
          value={snapshot.context.name}
          aria-invalid={isUnnamed || undefined}
          aria-describedby={isUnnamed ? `${id}-error` : undefined}
          onChange={({ target }) => registration.send({ type: 'name.changed', name: target.value })}
        />
        {isUnnamed && (
          <p className="error" id={`${id}-error`} role="alert">
            {words.nameInvalid}
          </p>
        )}
      </div>
      <div className="choices">
        <button type="submit" className="primary" aria-busy={isBusy || undefined}>
          {words.create}
        </button>
        <button type="button" onClick={() => registration.send({ type: 'creation.declined' })}>
          {words.cancel}
        </button>
      </div>
    </form>
  );
};
