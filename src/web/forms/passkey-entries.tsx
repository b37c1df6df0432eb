import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { Passkey } from '#contract/calls/account-entries.ts';
import { PASSKEY_NAME_LENGTH_MAX } from '#contract/passkey.ts';
import type { passkeyListMachine } from '#machines/passkey-list.ts';
import { passkeyListNotices } from '#web/content/account-notices.ts';
import * as busy from '#web/content/busy.ts';
import { formatDay } from '#web/content/format-time.ts';
import { passkeyListContent as words } from '#web/content/passkey-list.ts';
import { Button } from '../ui/button.tsx';
import { Actions, Confirmation, Entries, Entry } from '../ui/entries.tsx';
import { TextField } from '../ui/fields/field.tsx';
import { ListFailure, ListNotice } from './list-notice.tsx';
import { Reauthentication } from './reauthentication.tsx';

interface PasskeyRowProps {
  actor: ActorRefFrom<typeof passkeyListMachine>;
  passkey: Passkey;
  /** Where a new password is set, a passkey can be removed only, and it is said which ones will be. */
  isReset: boolean;
}

const describe = ({ createdAt, lastUsedAt, isBackedUp }: Passkey): string =>
  [
    `${words.created} ${formatDay(createdAt)}`,
    lastUsedAt ? `${words.lastUsed} ${formatDay(lastUsedAt)}` : words.neverUsed,
    ...(isBackedUp ? [words.synced] : []),
  ].join(' · ');

interface PasskeyNameFormProps {
  label: string;
  name: string;
  isInvalid: boolean;
  isBusy: boolean;
  submit: string;
  busyLabel: string;
  canCancel: boolean;
  onChange(name: string): void;
  onSubmit(): void;
  onCancel(): void;
}

/** The form for the name of a passkey. */
export const PasskeyNameForm = ({
  label,
  name,
  isInvalid,
  isBusy,
  submit,
  busyLabel,
  canCancel,
  onChange,
  onSubmit,
  onCancel,
}: PasskeyNameFormProps) => (
  <form
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit();
    }}
    noValidate
  >
    <TextField
      label={label}
      autoComplete="off"
      // The form replaces the button that was pressed.
      autoFocus
      maxLength={PASSKEY_NAME_LENGTH_MAX}
      readOnly={isBusy}
      value={name}
      error={isInvalid ? words.nameInvalid : undefined}
      onChange={onChange}
    />
    <Actions>
      <Button type="submit" isBusy={isBusy} busyLabel={busyLabel}>
        {submit}
      </Button>
      <Button variant="quiet" disabled={!canCancel} onClick={onCancel}>
        {words.cancel}
      </Button>
    </Actions>
  </form>
);

/** The form for another name. */
const Renaming = ({ actor }: Pick<PasskeyRowProps, 'actor'>) => {
  const snapshot = useSelector(actor, (state) => state);
  return (
    <PasskeyNameForm
      label={words.name}
      name={snapshot.context.name}
      isInvalid={snapshot.matches({ renaming: { editing: 'invalid' } })}
      isBusy={snapshot.hasTag('busy')}
      submit={words.save}
      busyLabel={busy.saving}
      canCancel={snapshot.can({ type: 'change.cancelled' })}
      onChange={(name) => actor.send({ type: 'name.changed', name })}
      onSubmit={() => actor.send({ type: 'renaming.submitted' })}
      onCancel={() => actor.send({ type: 'change.cancelled' })}
    />
  );
};

/** The question before a removal. */
const Removal = ({ actor, passkey: { name } }: PasskeyRowProps) => {
  const snapshot = useSelector(actor, (state) => state);
  return (
    <Confirmation
      label={`${words.remove} ${name}`}
      question={words.confirmRemoval.join(name)}
      confirm={words.remove}
      keep={words.keep}
      isBusy={snapshot.hasTag('busy')}
      busyLabel={busy.removing}
      canCancel={snapshot.can({ type: 'change.cancelled' })}
      onConfirm={() => actor.send({ type: 'removal.confirmed' })}
      onCancel={() => actor.send({ type: 'change.cancelled' })}
    />
  );
};

/** The buttons of a passkey with which nothing is being done. */
const Changes = ({ actor, passkey: { id, name }, isReset }: PasskeyRowProps) => {
  const snapshot = useSelector(actor, (state) => state);
  return (
    <>
      {!isReset && (
        <Button
          variant="quiet"
          id={`rename-${id}`}
          aria-label={`${words.rename} ${name}`}
          disabled={!snapshot.can({ type: 'renaming.requested', id })}
          onClick={() => actor.send({ type: 'renaming.requested', id })}
        >
          {words.rename}
        </Button>
      )}
      <Button
        variant="quiet"
        id={`remove-${id}`}
        aria-label={`${words.remove} ${name}`}
        disabled={!snapshot.can({ type: 'removal.requested', id })}
        onClick={() => actor.send({ type: 'removal.requested', id })}
      >
        {words.remove}
      </Button>
    </>
  );
};

/** One passkey: its name and dates, and the form of the change that was asked for. */
const PasskeyRow = (props: PasskeyRowProps) => {
  const { actor, passkey, isReset } = props;
  const snapshot = useSelector(actor, (state) => state);
  const { reauthentication } = snapshot.children;
  const isSelected = snapshot.context.id === passkey.id;
  const isRenaming = isSelected && snapshot.matches('renaming');
  const isRemoving =
    isSelected && (snapshot.matches('confirmingRemoval') || snapshot.matches('removing'));
  const isProving = isSelected && reauthentication !== undefined;
  return (
    <Entry
      name={passkey.name}
      details={describe(passkey)}
      remark={isReset && passkey.endsWithReset ? words.reset.endsWithReset : undefined}
      actions={!isRenaming && !isRemoving && !isProving && <Changes {...props} />}
    >
      {isProving ? (
        <Reauthentication actor={reauthentication} />
      ) : isRenaming ? (
        <Renaming actor={actor} />
      ) : (
        isRemoving && <Removal {...props} />
      )}
    </Entry>
  );
};

interface PasskeyEntriesProps extends Omit<PasskeyRowProps, 'passkey'> {
  /** What an empty list says. */
  none: string;
}

/** The passkeys of a list, with its last notice and what can be done where it did not load. */
export const PasskeyEntries = ({ actor, isReset, none }: PasskeyEntriesProps) => {
  const snapshot = useSelector(actor, (state) => state);
  const { passkeys } = snapshot.context;
  const isListed = snapshot.matches('listed');
  return (
    <div>
      <ListNotice actor={actor} notices={passkeyListNotices} isIdle={isListed} />
      {snapshot.matches('unavailable') && (
        <ListFailure words={words} onRetry={() => actor.send({ type: 'list.requested' })} />
      )}
      {isListed && passkeys.length === 0 && <p>{none}</p>}
      {snapshot.matches('loading') && passkeys.length === 0 && <p>{words.loading}</p>}
      {passkeys.length > 0 && (
        <Entries>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} actor={actor} passkey={passkey} isReset={isReset} />
          ))}
        </Entries>
      )}
    </div>
  );
};
