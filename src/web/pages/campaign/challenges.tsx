import { campaignContent } from '#web/content/campaign.ts';
import { Section } from '#web/marketing/section.tsx';
import styles from './challenges.module.css';

/** Problems of hiring that the product solves. */
export const Challenges = () => {
  const { heading, lead, items } = campaignContent.challenges;
  return (
    <Section heading={heading} lead={lead} layout="beside">
      <ul className={styles['list']}>
        {items.map(({ title, text }) => (
          <li key={title} className={styles['item']}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
};
