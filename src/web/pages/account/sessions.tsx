import { useActorRef, useSelector } from '@xstate/react';
import { useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import { SESSIONS_ID } from '#contract/account.ts';
import type { SessionEntry } from '#contract/calls/account-entries.ts';
import type { sessionListMachine } from '#machines/session-list.ts';
import { sessionListNotices } from '#web/content/account-notices.ts';
import * as busy from '#web/content/busy.ts';
import { formatDay, formatMinute } from '#web/content/format-time.ts';
import { sessionListContent as words } from '#web/content/session-list.ts';
import { sessionList, sessionListOptions } from '#web/flows/session-list.ts';
import { ListFailure, ListNotice, useReturnFocus } from '#web/forms/list-notice.tsx';
import { Reauthentication } from '#web/forms/reauthentication.tsx';
import { Button } from '#web/ui/button.tsx';
import { Actions, Confirmation, Entries, Entry } from '#web/ui/entries.tsx';
import styles from './account.module.css';

interface ListProps {
  actor: ActorRefFrom<typeof sessionListMachine>;
}

const describe = ({ openedAt, renewedAt, network }: SessionEntry): string =>
  [
    `${words.openedAt} ${formatDay(openedAt)}`,
    `${words.renewedAt} ${formatMinute(renewedAt)}`,
    ...(network ? [network] : []),
  ].join(' · ');

/** One session: its browser, dates and network, and the button that ends it. This one has none. */
const SessionRow = ({ actor, session }: ListProps & { session: SessionEntry }) => {
  const { id, browser = words.unknownBrowser, isCurrent } = session;
  const snapshot = useSelector(actor, (state) => state);
  const { reauthentication } = snapshot.children;
  const isSelected = snapshot.context.id === id;
  const isProving = isSelected && reauthentication !== undefined;
  const isEnding = isSelected && snapshot.matches('ending');
  const details = describe(session);
  return (
    <Entry
      name={browser}
      mark={isCurrent ? words.current : undefined}
      details={details}
      actions={
        !isCurrent &&
        !isProving && (
          <Button
            variant="quiet"
            id={`end-${id}`}
            aria-label={`${words.end} ${browser}, ${details}`}
            isBusy={isEnding}
            busyLabel={busy.ending}
            disabled={!isEnding && !snapshot.can({ type: 'ending.requested', id })}
            onClick={() => actor.send({ type: 'ending.requested', id })}
          >
            {words.end}
          </Button>
        )
      }
    >
      {isProving && <Reauthentication actor={reauthentication} />}
    </Entry>
  );
};

/** The end of all other sessions: the button, the question, and the code that may be needed. */
const Others = ({ actor }: ListProps) => {
  const snapshot = useSelector(actor, (state) => state);
  const { reauthentication } = snapshot.children;
  const hasId = snapshot.context.id !== undefined;
  const isEnding = !hasId && snapshot.matches('ending');
  if (reauthentication && !hasId) return <Reauthentication actor={reauthentication} />;
  if (!isEnding && !snapshot.matches('confirmingOthers'))
    return (
      <Actions>
        <Button
          variant="quiet"
          id={`${SESSIONS_ID}-end`}
          disabled={!snapshot.can({ type: 'othersEnding.requested' })}
          onClick={() => actor.send({ type: 'othersEnding.requested' })}
        >
          {words.endOthers}
        </Button>
      </Actions>
    );
  return (
    <Confirmation
      label={words.endOthers}
      question={words.confirmOthers}
      confirm={words.endOthers}
      keep={words.keep}
      isBusy={isEnding}
      busyLabel={busy.loggingOut}
      canCancel={snapshot.can({ type: 'othersEnding.cancelled' })}
      onConfirm={() => actor.send({ type: 'othersEnding.confirmed' })}
      onCancel={() => actor.send({ type: 'othersEnding.cancelled' })}
    />
  );
};

/** The live sessions of the logged-in user with this address. */
export const Sessions = ({ email }: { email: string }) => {
  const [options] = useState(() => sessionListOptions(email));
  const actor = useActorRef(sessionList, options);
  const snapshot = useSelector(actor, (state) => state);
  const { sessions } = snapshot.context;
  const isListed = snapshot.matches('listed');
  const { heading, onClickCapture } = useReturnFocus(isListed);

  return (
    <div className={styles['card']} onClickCapture={onClickCapture}>
      <div>
        <h2 ref={heading} tabIndex={-1}>
          {words.heading}
        </h2>
        <p className={styles['lead']}>
          {words.lead[0]}
          <a href="/#/forgotPassword">{words.lead[1]}</a>
          {words.lead[2]}
        </p>
      </div>
      <div>
        <ListNotice actor={actor} notices={sessionListNotices} isIdle={isListed} />
        {snapshot.matches('loading') && sessions.length === 0 && <p>{words.loading}</p>}
        {snapshot.matches('unavailable') && (
          <ListFailure words={words} onRetry={() => actor.send({ type: 'list.requested' })} />
        )}
        {sessions.length > 0 && (
          <Entries>
            {sessions.map((session) => (
              <SessionRow key={session.id} actor={actor} session={session} />
            ))}
          </Entries>
        )}
      </div>
      {sessions.length > 1 && <Others actor={actor} />}
    </div>
  );
};
