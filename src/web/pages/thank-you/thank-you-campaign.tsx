import { thankYouContent } from '#web/content/thank-you.ts';
import { FormPage } from '#web/pages/form-page.tsx';
import { Card } from '#web/ui/card.tsx';
import { RouteLink } from '#web/ui/route-link.tsx';
import { StepHeading } from '#web/ui/step-heading.tsx';
import styles from './thank-you.module.css';

/** After a demo request from the campaign page, with three figures to look forward to. */
export default function ThankYouCampaign() {
  const { heading, home, campaign } = thankYouContent;
  return (
    <FormPage isShort>
      <Card>
        <StepHeading>{heading}</StepHeading>
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
        <p className={styles['ways']}>
          <RouteLink href="#/" kind="quiet">
            {home}
          </RouteLink>
        </p>
      </Card>
    </FormPage>
  );
}
