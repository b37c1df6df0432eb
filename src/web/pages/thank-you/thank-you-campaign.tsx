import { Link } from 'wouter';
import { thankYouContent } from '#web/content/thank-you.ts';
import { FormPage } from '#web/layout/form-page.tsx';
import { PageHeading } from '#web/layout/page-heading.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { Card } from '#web/ui/card.tsx';
import styles from './thank-you.module.css';

/** Confirmation after a demo request from the campaign page, with three figures. */
export default function ThankYouCampaign() {
  const { heading, home, campaign } = thankYouContent;
  return (
    <FormPage isShort>
      <Card>
        <PageHeading>{heading}</PageHeading>
        <p className={styles['lead']}>{campaign.lead}</p>
        <ul className={styles['blurbs']}>
          {campaign.blurbs.map(({ figure, title, text }) => (
            <li key={title} className={styles['blurb']}>
              <span className={styles['figure']} aria-hidden="true">
                {figure}
              </span>
              <div>
                <h2>{title}</h2>
                <p>{text}</p>
              </div>
            </li>
          ))}
        </ul>
        <p className={styles['actions']}>
          <Link to="/" className={buttonClass({ variant: 'quiet' })}>
            {home}
          </Link>
        </p>
      </Card>
    </FormPage>
  );
}
