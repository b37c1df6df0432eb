import { campaignContent } from '#web/content/campaign.ts';
import { Section } from '#web/ui/section.tsx';
import { Star } from '#web/ui/star.tsx';
import { BookDemo } from './book-demo.tsx';
import styles from './integrations.module.css';
import type { Booking } from './use-booking.ts';

/** What the product joins up with: the star at the start, the systems at its lines' ends. */
export const Integrations = ({ booking }: { booking: Booking }) => {
  const { heading, lead, items, upcoming } = campaignContent.integrations;
  return (
    <Section
      heading={heading}
      lead={lead}
      layout="centre"
      aside={<BookDemo booking={booking} place="integrations" kind="quiet" />}
    >
      <div className={styles['map']}>
        <span className={styles['hub']}>
          <Star />
        </span>
        <ul className={styles['systems']}>
          {items.map(({ title, text, isUpcoming }) => (
            <li key={title} className={`${styles['system']} ${isUpcoming ? styles['later'] : ''}`}>
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
