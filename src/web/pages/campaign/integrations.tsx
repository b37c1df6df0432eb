import { clsx } from 'clsx/lite';
import { campaignContent } from '#web/content/campaign.ts';
import { Section } from '#web/marketing/section.tsx';
import { Star } from '#web/ui/star.tsx';
import { BookDemo } from './book-demo.tsx';
import styles from './integrations.module.css';
import type { Booking } from './use-booking.ts';

/** Systems that the product integrates with, connected to it by lines. */
export const Integrations = ({ booking }: { booking: Booking }) => {
  const { heading, lead, items, upcoming } = campaignContent.integrations;
  return (
    <Section
      heading={heading}
      lead={lead}
      layout="centre"
      aside={<BookDemo booking={booking} place="integrations" variant="quiet" />}
    >
      <div className={styles['map']}>
        <span className={styles['hub']}>
          <Star />
        </span>
        <ul className={styles['systems']}>
          {items.map(({ title, text, isUpcoming }) => (
            <li key={title} className={clsx(styles['system'], isUpcoming && styles['planned'])}>
              <h3>
                {title} {isUpcoming && <span className={styles['upcoming']}>{upcoming}</span>}
              </h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </Section>
  );
};
