import { clsx } from 'clsx/lite';
import { campaignContent } from '#web/content/campaign.ts';
import { Section } from '#web/marketing/section.tsx';
import { BookDemo } from './book-demo.tsx';
import styles from './hires.module.css';
import type { Booking } from './use-booking.ts';

/** Bar chart of an agency's hires per month, without and with the product; target of `?section=hire`. */
export const Hires = ({ booking }: { booking: Booking }) => {
  const { heading, lead, bars } = campaignContent.hires;
  return (
    <Section
      id="hire"
      heading={heading}
      lead={lead}
      layout="beside"
      aside={<BookDemo booking={booking} place="hires" variant="quiet" />}
    >
      <dl className={styles['bars']}>
        {bars.map(({ label, figure, text, size }) => (
          <div key={label} className={clsx(styles['bar'], styles[size])}>
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
