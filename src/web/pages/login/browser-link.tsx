import { useActorRef, useSelector } from '@xstate/react';
import { useState } from 'react';
import type { SnapshotFrom } from 'xstate';
import type { browserLinkMachine } from '#machines/browser-link.ts';
import { browserLinkContent as words } from '#web/content/browser-link.ts';
import * as busy from '#web/content/busy.ts';
import { browserLink, browserLinkOptions } from '#web/flows/browser-link.ts';
import styles from '#web/layout/form.module.css';
import { Button } from '#web/ui/button.tsx';
import { NoticeLine } from '#web/ui/notice-line.tsx';

const textOf = ({ value }: SnapshotFrom<typeof browserLinkMachine>): string => {
  const state = typeof value === 'object' ? value.offering : value;
  return state === 'deciding' ? '' : words[state];
};

export interface BrowserLinkProps {
  /** The token of the link that the visitor has opened, if there is one. */
  token: string | undefined;
  /** The address in the form. */
  email: string;
}

/** The status of a mailed link, and a button that asks for one. */
export default function BrowserLink({ token, email }: BrowserLinkProps) {
  const [options] = useState(() => browserLinkOptions(token));
  const actor = useActorRef(browserLink, options);
  const snapshot = useSelector(actor, (state) => state);
  const isGood = snapshot.matches('recognized') || snapshot.matches({ offering: 'sent' });
  const isSending = snapshot.matches('sending');
  return (
    <div className={styles['actions']}>
      <NoticeLine tone={snapshot.hasTag('error') ? 'bad' : isGood ? 'good' : 'quiet'}>
        {textOf(snapshot)}
      </NoticeLine>
      {(isSending || snapshot.can({ type: 'link.requested', email })) && (
        <Button
          variant="quiet"
          isWide
          isBusy={isSending}
          busyLabel={busy.sending}
          onClick={() => actor.send({ type: 'link.requested', email })}
        >
          {words.send}
        </Button>
      )}
      {snapshot.can({ type: 'recognition.repeated' }) && (
        <Button variant="quiet" isWide onClick={() => actor.send({ type: 'recognition.repeated' })}>
          {words.again}
        </Button>
      )}
    </div>
  );
}
