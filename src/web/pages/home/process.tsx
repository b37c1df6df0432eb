import { homeStaticContent } from '#web/content/home-static.ts';
import { Section } from '#web/marketing/section.tsx';
import { Star } from '#web/ui/star.tsx';
import styles from './process.module.css';

const { process } = homeStaticContent;

/** How it works: four steps on one line, the last one marked by a star. */
export const Process = () => (
  <Section id="process" heading={process.heading} lead={process.lead}>
    <ol className={styles['steps']}>
      {process.steps.map(({ title, text }, index) => (
        <li key={title} className={styles['step']}>
          <span className={styles['point']} aria-hidden="true">
            {index === process.steps.length - 1 ? <Star /> : index + 1}
          </span>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  </Section>
);
