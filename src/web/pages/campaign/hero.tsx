import { campaignContent } from '#web/content/campaign.ts';
import { PageHeading } from '#web/layout/page-heading.tsx';
import { BookDemo } from './book-demo.tsx';
import styles from './hero.module.css';
import { Shortlist } from './shortlist.tsx';
import type { Booking } from './use-booking.ts';

/** The claim, the calls to action, and a shortlist of three as the result. */
export const Hero = ({ booking }: { booking: Booking }) => {
  const { heading, lead, note } = campaignContent.hero;
  return (
    <div className={styles['hero']}>
      <div className={styles['claim']}>
        <PageHeading>{heading}</PageHeading>
        <p className={styles['lead']}>{lead}</p>
        <div className={styles['actions']}>
          <BookDemo booking={booking} place="hero" withTrial />
        </div>
        <p className={styles['note']}>{note}</p>
      </div>
      <Shortlist />
    </div>
  );
};
