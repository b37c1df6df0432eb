import { useSelector } from '@xstate/react';
import type { FormEvent } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { passkeyRegistrationMachine } from '#machines/passkey-registration.ts';
import { passkeyListContent as words } from '#web/content/passkeys/passkey-list.ts';
import { NameField } from './name-field.tsx';

interface NewPasskeyProps {
  registration: ActorRefFrom<typeof passkeyRegistrationMachine>;
}

/** The form for a new passkey. Nothing is shown until the browser has said what it can do. */
export const NewPasskey = ({ registration }: NewPasskeyProps) => {
  const snapshot = useSelector(registration, (state) => state);
  if (snapshot.matches('deciding')) return null;
  const isBusy = snapshot.matches('creating');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    registration.send({ type: 'creation.submitted' });
  };
  return (
    <form onSubmit={submit} noValidate>
      <NameField
        label={words.newName}
        value={snapshot.context.name}
        isInvalid={snapshot.matches({ offered: 'unnamed' })}
        readOnly={isBusy}
        onChange={(name) => registration.send({ type: 'name.changed', name })}
      />
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
