import { campaignContent } from '#web/content/campaign.ts';
import { Section } from '#web/ui/section.tsx';
import { BookDemo } from './book-demo.tsx';
import styles from './hires.module.css';
import type { Booking } from './use-booking.ts';

/** An agency's hires per month, before and with the product; `?section=hire` leads here. */
export const Hires = ({ booking }: { booking: Booking }) => {
  const { heading, lead, bars } = campaignContent.hires;
  return (
    <Section
      id="hire"
      heading={heading}
      lead={lead}
      layout="beside"
      aside={<BookDemo booking={booking} place="hires" kind="quiet" />}
    >
      <dl className={styles['bars']}>
        {bars.map(({ label, figure, text, size }) => (
          <div key={label} className={`${styles['bar']} ${styles[size]}`}>
            <dt>{label}</dt>
            <dd>
              <span className={styles['figure']}>{figure}</span> {text}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
};
