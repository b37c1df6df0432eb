import { useSelector } from '@xstate/react';
import { type FormEvent, useEffect, useRef } from 'react';
import type { ActorRefFrom } from 'xstate';
import { PASSKEY_NAME_LENGTH_MAX } from '#contract/passkey.ts';
import type { passkeyRegistrationMachine } from '#machines/passkey-registration.ts';
import * as busy from '#web/content/busy.ts';
import { passkeyOfferContent as words } from '#web/content/passkey.ts';
import styles from '../layout/form.module.css';
import { PageHeading } from '../layout/page-heading.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { TextField, useErrorFocus } from '../ui/fields/field.tsx';
import { BrowserIssues } from './browser-issues.tsx';
import { Reauthentication } from './reauthentication.tsx';

export interface PasskeyOfferProps {
  registration: ActorRefFrom<typeof passkeyRegistrationMachine>;
}

const OfferForm = ({ registration }: PasskeyOfferProps) => {
  const snapshot = useSelector(registration, (state) => state);
  const isUnnamed = snapshot.matches({ offered: 'unnamed' });
  const isBusy = snapshot.hasTag('busy');
  const isEnded = snapshot.status !== 'active';
  const form = useErrorFocus(isUnnamed);
  const create = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    // The code fields that had the focus were removed.
    if (document.activeElement === document.body) create.current?.focus();
  }, []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    registration.send({ type: 'creation.submitted' });
  };

  return (
    <form ref={form} className={styles['form']} method="post" onSubmit={submit} noValidate>
      <BrowserIssues submitsAgain={false} />
      <TextField
        label={words.name}
        hint={words.nameHint}
        name="passkey-name"
        autoComplete="off"
        maxLength={PASSKEY_NAME_LENGTH_MAX}
        readOnly={isBusy || isEnded}
        value={snapshot.context.name}
        onChange={(name) => registration.send({ type: 'name.changed', name })}
        error={isUnnamed ? words.unnamed : undefined}
      />
      <div className={styles['actions']}>
        <Button
          ref={create}
          type="submit"
          isWide
          isBusy={isBusy}
          busyLabel={busy.creating}
          disabled={isEnded}
        >
          {words.create}
        </Button>
        <Button
          variant="quiet"
          isWide
          disabled={isEnded}
          onClick={() => registration.send({ type: 'creation.declined' })}
        >
          {words.decline}
        </Button>
      </div>
    </form>
  );
};

/** Offers a passkey to a user who has just logged in otherwise. */
export const PasskeyOffer = ({ registration }: PasskeyOfferProps) => {
  const reauthentication = useSelector(registration, ({ children }) => children.reauthentication);
  return (
    <Card>
      <PageHeading>{words.heading}</PageHeading>
      <p className={styles['lead']}>{words.lead}</p>
      {reauthentication ? (
        <div className={styles['form']}>
          <BrowserIssues />
          <Reauthentication actor={reauthentication} />
        </div>
      ) : (
        <OfferForm registration={registration} />
      )}
    </Card>
  );
};
