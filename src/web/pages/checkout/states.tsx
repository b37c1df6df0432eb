import { useSelector } from '@xstate/react';
import type { RefObject } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { personStepMachine } from '#machines/person-step.ts';
import {
  type AccountProgress,
  type CompanyFields,
  hasLogo,
  joinLocations,
} from '#machines/rules/sign-up.ts';
import type { signUpMachine } from '#machines/sign-up.ts';
import * as busy from '#web/content/busy.ts';
import { signUpContent } from '#web/content/sign-up.ts';
import styles from '#web/layout/form.module.css';
import { PageHeading } from '#web/layout/page-heading.tsx';
import { useReturn } from '#web/platform/browser-issues.ts';
import { appAddresses } from '#web/platform/settings.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { TextField } from '#web/ui/fields/field.tsx';
import { NoticeLine } from '#web/ui/notice-line.tsx';

const { leaving: leavingWords } = signUpContent;

/** Shown while the browser loads the page for a new job. */
export const Leaving = () => (
  <Card>
    <PageHeading>{leavingWords.heading}</PageHeading>
    <p className={styles['lead']}>
      {leavingWords.lead}{' '}
      <a href={appAddresses.newJob} rel="external">
        {leavingWords.link}
      </a>
      .
    </p>
  </Card>
);

const { failed: failedWords } = signUpContent;

/** The page after an unexpected error, with a restart button. */
export const SignUpFailed = ({ actor }: { actor: ActorRefFrom<typeof signUpMachine> }) => (
  <Card>
    <PageHeading>{failedWords.heading}</PageHeading>
    <p className={styles['lead']}>{failedWords.lead}</p>
    <div className={styles['choices']}>
      <Button isWide onClick={() => actor.send({ type: 'restart.requested' })}>
        {failedWords.retry}
      </Button>
    </div>
  </Card>
);

const { company: companyWords } = signUpContent;

/** The company of an accepted account as read-only fields. */
export const ReadOnlyCompany = ({ fields }: { fields: CompanyFields }) => (
  <>
    <NoticeLine tone="quiet">{signUpContent.readOnly}</NoticeLine>
    <TextField label={companyWords.name} readOnly value={fields.name} />
    <TextField label={companyWords.website} readOnly value={fields.website} />
    <TextField label={companyWords.departments} readOnly value={fields.departments.join(', ')} />
    <TextField label={companyWords.locations} readOnly value={joinLocations(fields.locations)} />
  </>
);

const { about: words } = signUpContent;

const missingWords = ({ companyId, userId }: AccountProgress): string => {
  if (companyId === undefined) return words.missing.company;
  return userId === undefined ? words.missing.user : words.missing.logo;
};

/** The missing part of the account and a retry button; renders nothing for a complete account. */
export const IncompleteAccount = ({
  actor,
  retryRef,
}: {
  actor: ActorRefFrom<typeof personStepMachine>;
  retryRef: RefObject<HTMLButtonElement | null>;
}) => {
  const snapshot = useSelector(actor, (state) => state);
  // The server was away: retry. Without a logo, that would leave the step.
  useReturn(() => {
    if (hasLogo(snapshot.context)) actor.send({ type: 'creation.retried' });
  });
  if (snapshot.matches('readOnly') || snapshot.matches({ open: { account: 'complete' } }))
    return null;
  const isRetrying = snapshot.matches({ open: { account: 'retrying' } });
  return (
    <div className={styles['account']}>
      <NoticeLine tone={isRetrying ? 'quiet' : 'bad'}>
        {isRetrying ? words.retrying : missingWords(snapshot.context)}
      </NoticeLine>
      <Button
        ref={retryRef}
        variant="quiet"
        isBusy={isRetrying}
        busyLabel={busy.creating}
        onClick={() => actor.send({ type: 'creation.retried' })}
      >
        {words.retry}
      </Button>
    </div>
  );
};
