import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { Account } from '#contract/sign-up.ts';
import type { aboutStepMachine } from '#machines/about-step.ts';
import { signUpContent } from '#web/content/sign-up.ts';
import styles from '#web/layout/form.module.css';
import { Button } from '#web/ui/button.tsx';
import { NoticeLine } from '#web/ui/notice-line.tsx';

const { about: words } = signUpContent;

const missingWords = ({ companyId, userId }: Account): string => {
  if (companyId === undefined) return words.missing.company;
  return userId === undefined ? words.missing.user : words.missing.logo;
};

/** The missing part of the account and a retry button; renders nothing for a complete account. */
export const IncompleteAccount = ({ actor }: { actor: ActorRefFrom<typeof aboutStepMachine> }) => {
  const snapshot = useSelector(actor, (state) => state);
  if (snapshot.matches('readOnly') || snapshot.matches({ open: { account: 'complete' } }))
    return null;
  const isRetrying = snapshot.matches({ open: { account: 'retrying' } });
  return (
    <div className={styles['account']}>
      <NoticeLine tone={isRetrying ? 'quiet' : 'bad'}>
        {isRetrying ? words.retrying : missingWords(snapshot.context)}
      </NoticeLine>
      <Button
        variant="quiet"
        isBusy={isRetrying}
        onClick={() => actor.send({ type: 'creation.retried' })}
      >
        {words.retry}
      </Button>
    </div>
  );
};
