import { campaignContent } from '#web/content/campaign.ts';
import { Section } from '#web/marketing/section.tsx';
import styles from './steps.module.css';

/** The three steps from applicants to a decision, as points on one line. */
export const Steps = () => {
  const { heading, items } = campaignContent.steps;
  return (
    <Section heading={heading}>
      <ol className={styles['steps']}>
        {items.map(({ title, text }, index) => (
          <li key={title} className={styles['step']}>
            <span className={styles['point']} aria-hidden="true">
              {index + 1}
            </span>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
};
