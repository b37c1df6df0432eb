import { signUpContent } from '#web/content/sign-up.ts';
import { appAddresses } from '#web/settings.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { StepHeading } from '#web/ui/step-heading.tsx';
import styles from './checkout.module.css';
import type { SignUpRef } from './sign-up-ref.ts';

const { offer: words } = signUpContent;

/** Someone is signed in already: the app comes first. */
export const AppOffer = ({ actor }: { actor: SignUpRef }) => (
  <Card>
    <StepHeading>{words.heading}</StepHeading>
    <p className={styles['lead']}>{words.lead}</p>
    <div className={styles['choices']}>
      <ButtonLink href={appAddresses.home} isWide>
        {words.toApp}
      </ButtonLink>
      <Button kind="quiet" isWide onClick={() => actor.send({ type: 'app.declined' })}>
        {words.decline}
      </Button>
    </div>
  </Card>
);
