import { campaignContent } from '#web/content/campaign.ts';
import { Section } from '#web/marketing/section.tsx';
import styles from './statistics.module.css';

/** Six figures on a dark band. */
export const Statistics = () => {
  const { heading, items } = campaignContent.statistics;
  return (
    <Section heading={heading} tone="night">
      <dl className={styles['figures']}>
        {items.map(({ figure, text }) => (
          <div key={text} className={styles['item']}>
            <dt>{text}</dt>
            <dd className={styles['figure']}>{figure}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
};
