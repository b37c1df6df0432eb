import type { ActorRefFrom } from 'xstate';
import type { signUpMachine } from '#machines/sign-up.ts';
import { signUpContent } from '#web/content/sign-up.ts';
import styles from '#web/layout/form.module.css';
import { StepHeading } from '#web/layout/step-heading.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';

const { failed: words } = signUpContent;

/** The page after an unexpected error, with a restart button. */
export const SignUpFailed = ({ actor }: { actor: ActorRefFrom<typeof signUpMachine> }) => (
  <Card>
    <StepHeading>{words.heading}</StepHeading>
    <p className={styles['lead']}>{words.lead}</p>
    <div className={styles['choices']}>
      <Button isWide onClick={() => actor.send({ type: 'restart.requested' })}>
        {words.retry}
      </Button>
    </div>
  </Card>
);
