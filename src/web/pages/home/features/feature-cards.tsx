import { clsx } from 'clsx/lite';
import { homeStaticContent } from '#web/content/home-static.ts';
import { Section } from '#web/marketing/section.tsx';
import { ApplicantDots } from './applicant-dots.tsx';
import styles from './feature-cards.module.css';
import { FeatureIcon } from './feature-icon.tsx';

const { cards } = homeStaticContent;

/** How a shortlist is made: cards of several sizes. */
export const FeatureCards = () => (
  <Section heading={cards.heading} lead={cards.lead}>
    <div className={styles['cards']}>
      <article className={clsx(styles['card'], styles['stars'])}>
        <ApplicantDots label={cards.stars.label} />
        <h3>{cards.stars.title}</h3>
        <p>{cards.stars.text}</p>
      </article>
      <article className={clsx(styles['card'], styles['resume'])}>
        <FeatureIcon name="resume" />
        <h3>{cards.resume.title}</h3>
        <p>{cards.resume.text}</p>
      </article>
      <article className={clsx(styles['card'], styles['honest'])}>
        <FeatureIcon name="honest" />
        <h3>{cards.honest.title}</h3>
        <p>{cards.honest.text}</p>
      </article>
      <article className={clsx(styles['card'], styles['screening'])}>
        <h3>
          <span className={styles['figure']}>{cards.screening.claim.figure}</span>{' '}
          {cards.screening.claim.text}
        </h3>
        <p>{cards.screening.text}</p>
      </article>
      <article className={clsx(styles['card'], styles['skills'])}>
        <h3>{cards.skills.title}</h3>
        <p>{cards.skills.text}</p>
        <ul className={styles['fields']}>
          {cards.skills.fields.map((field) => (
            <li key={field}>{field}</li>
          ))}
        </ul>
      </article>
      <article className={clsx(styles['card'], styles['talk'])}>
        <p className={styles['mark']}>{cards.talk.mark}</p>
        <h3>{cards.talk.title}</h3>
        <p>{cards.talk.text}</p>
      </article>
    </div>
  </Section>
);
