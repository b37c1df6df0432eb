import { appAddresses } from '#web/platform/settings.ts';
import styles from '../layout/form.module.css';
import { PageHeading } from '../layout/page-heading.tsx';
import { Button } from '../ui/button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { Card } from '../ui/card.tsx';

interface AppOfferProps {
  words: { heading: string; lead: string; toApp: string; decline: string };
  onDecline: () => void;
}

/** Offers the app to a visitor who is already logged in. */
export const AppOffer = ({ words, onDecline }: AppOfferProps) => (
  <Card>
    <PageHeading>{words.heading}</PageHeading>
    <p className={styles['lead']}>{words.lead}</p>
    <div className={styles['choices']}>
      <a href={appAddresses.home} rel="external" className={buttonClass({ isWide: true })}>
        {words.toApp}
      </a>
      <Button variant="quiet" isWide onClick={onDecline}>
        {words.decline}
      </Button>
    </div>
  </Card>
);
