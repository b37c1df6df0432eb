import { useSelector } from '@xstate/react';
import type { Account } from '#contract/sign-up.ts';
import { signUpContent } from '#web/content/sign-up.ts';
import { Button } from '#web/ui/button.tsx';
import { NoticeLine } from '#web/ui/notice-line.tsx';
import styles from '../form.module.css';
import type { SignUpRef } from './sign-up-ref.ts';

const { about: words } = signUpContent;

const missingWords = ({ companyId, userId }: Account): string => {
  if (companyId === undefined) return words.missing.company;
  return userId === undefined ? words.missing.user : words.missing.logo;
};

/** What the creation of the company lacks, and the way to repeat it; nothing when it is complete. */
export const AccountStatus = ({ actor }: { actor: SignUpRef }) => {
  const snapshot = useSelector(actor, (state) => state);
  if (snapshot.matches({ wizard: { about: { account: 'complete' } } })) return null;
  const isRepeating = snapshot.matches({ wizard: { about: { account: 'repeating' } } });
  return (
    <div className={styles['account']}>
      <NoticeLine tone={isRepeating ? 'quiet' : 'bad'}>
        {isRepeating ? words.repeating : missingWords(snapshot.context)}
      </NoticeLine>
      <Button
        kind="quiet"
        isBusy={isRepeating}
        onClick={() => actor.send({ type: 'creation.retried' })}
      >
        {words.retry}
      </Button>
    </div>
  );
};
