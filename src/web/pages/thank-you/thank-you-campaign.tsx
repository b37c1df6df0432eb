import { Link } from 'wouter';
import { thankYouContent } from '#web/content/thank-you.ts';
import { buttonClass } from '#web/ui/button-class.ts';
import styles from './thank-you.module.css';
import { ThankYouPage } from './thank-you.tsx';

/** Confirmation after a demo request from the campaign page, with three figures. */
export default function ThankYouCampaign() {
  const { home, campaign } = thankYouContent;
  return (
    <ThankYouPage lead={campaign.lead}>
      <ul className={styles['blurbs']}>
        {campaign.blurbs.map(({ title, text }) => (
          <li key={title} className={styles['blurb']}>
            <h2>{title}</h2>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <p className={styles['actions']}>
        <Link to="/" className={buttonClass({ variant: 'quiet' })}>
          {home}
        </Link>
      </p>
    </ThankYouPage>
  );
}
