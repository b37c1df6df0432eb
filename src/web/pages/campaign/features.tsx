import { campaignContent } from '#web/content/campaign.ts';
import { Section } from '#web/marketing/section.tsx';
import * as icons from '#web/ui/icon.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { BookDemo } from './book-demo.tsx';
import styles from './features.module.css';
import type { Booking } from './use-booking.ts';

/** Benefits for the team and for the candidates. */
export const Features = ({ booking }: { booking: Booking }) => {
  const { heading, lists } = campaignContent.features;
  return (
    <Section heading={heading} tone="sunken" layout="centre">
      <div className={styles['lists']}>
        {lists.map(({ title, items }) => (
          <div key={title} className={styles['side']}>
            <h3>{title}</h3>
            <ul className={styles['items']}>
              {items.map((item) => (
                <li key={item} className={styles['item']}>
                  <span className={styles['mark']}>
                    <Icon path={icons.check} />
                  </span>
                  {item}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      <div className={styles['action']}>
        <BookDemo booking={booking} place="features" />
      </div>
    </Section>
  );
};
