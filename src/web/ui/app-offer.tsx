import { appAddresses } from '#web/settings.ts';
import styles from './app-offer.module.css';
import { Button } from './button.tsx';
import { ButtonLink } from './button-link.tsx';
import { Card } from './card.tsx';
import { StepHeading } from './step-heading.tsx';

interface AppOfferProps {
  words: { heading: string; lead: string; toApp: string; decline: string };
  onDecline: () => void;
}

/** Somebody is signed in already: the app comes first. */
export const AppOffer = ({ words, onDecline }: AppOfferProps) => (
  <Card>
    <StepHeading>{words.heading}</StepHeading>
    <p className={styles['lead']}>{words.lead}</p>
    <div className={styles['choices']}>
      <ButtonLink href={appAddresses.home} isWide>
        {words.toApp}
      </ButtonLink>
      <Button kind="quiet" isWide onClick={onDecline}>
        {words.decline}
      </Button>
    </div>
  </Card>
);
