import { useSelector } from '@xstate/react';
import type { FormEvent } from 'react';
import type { ActorRefFrom } from 'xstate';
import { PASSKEY_NAME_LENGTH_MAX } from '#contract/passkey.ts';
import type { passkeyRegistrationMachine } from '#machines/passkey-registration.ts';
import * as busy from '#web/content/busy.ts';
import { passkeyListContent as words } from '#web/content/passkey-list.ts';
import { Reauthentication } from '#web/forms/reauthentication.tsx';
import { Button } from '#web/ui/button.tsx';
import { Actions } from '#web/ui/entries.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';

interface NewPasskeyProps {
  registration: ActorRefFrom<typeof passkeyRegistrationMachine>;
}

/** The form for a new passkey. Nothing is shown until the browser has said what it can do. */
export const NewPasskey = ({ registration }: NewPasskeyProps) => {
  const snapshot = useSelector(registration, (state) => state);
  const { reauthentication } = snapshot.children;
  if (snapshot.matches('deciding')) return null;
  if (reauthentication) return <Reauthentication actor={reauthentication} />;
  const isBusy = snapshot.matches('creating');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    registration.send({ type: 'creation.submitted' });
  };
  return (
    <form onSubmit={submit} noValidate>
      <TextField
        label={words.newName}
        autoComplete="off"
        // The form replaces the button that was pressed.
        autoFocus
        maxLength={PASSKEY_NAME_LENGTH_MAX}
        readOnly={isBusy}
        value={snapshot.context.name}
        error={snapshot.matches({ offered: 'unnamed' }) ? words.nameInvalid : undefined}
        onChange={(name) => registration.send({ type: 'name.changed', name })}
      />
      <Actions>
        <Button type="submit" isBusy={isBusy} busyLabel={busy.creating}>
          {words.create}
        </Button>
        <Button variant="quiet" onClick={() => registration.send({ type: 'creation.declined' })}>
          {words.cancel}
        </Button>
      </Actions>
    </form>
  );
};
