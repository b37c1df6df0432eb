import { signUpContent } from '#web/content/sign-up.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { StepHeading } from '#web/ui/step-heading.tsx';
import styles from '../form.module.css';
import type { SignUpRef } from './sign-up-ref.ts';

const { broken: words } = signUpContent;

/** A fault of the page itself, with a way out. */
export const Broken = ({ actor }: { actor: SignUpRef }) => (
  <Card>
    <StepHeading>{words.heading}</StepHeading>
    <p className={styles['lead']}>{words.lead}</p>
    <div className={styles['choices']}>
      <Button isWide onClick={() => actor.send({ type: 'trial.revisited' })}>
        {words.retry}
      </Button>
    </div>
  </Card>
);
