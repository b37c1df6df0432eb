import { clsx } from 'clsx/lite';
import { Link } from 'wouter';
import { homeStaticContent } from '#web/content/home-static.ts';
import { Section } from '#web/marketing/section.tsx';
import styles from './case-studies.module.css';

const { caseStudies } = homeStaticContent;
const { first, second } = caseStudies;

/** Two case studies, one with figures, one with a quote; a link to the campaign page. */
export const CaseStudies = () => (
  <Section
    id="casestudies"
    heading={caseStudies.heading}
    lead={
      <>
        {caseStudies.lead} <Link to={caseStudies.link.to}>{caseStudies.link.label}</Link>
      </>
    }
    tone="sunken"
  >
    <div className={styles['stories']}>
      <article className={clsx(styles['story'], styles['wide'])}>
        <div className={styles['summary']}>
          <p className={styles['kind']}>{first.kind}</p>
          <h3>{first.title}</h3>
          <p className={styles['text']}>{first.text}</p>
        </div>
        <dl className={styles['figures']}>
          {first.figures.map(({ figure, text }) => (
            <div key={text}>
              <dt>{text}</dt>
              <dd>{figure}</dd>
            </div>
          ))}
        </dl>
      </article>
      <article className={styles['story']}>
        <div className={styles['summary']}>
          <p className={styles['kind']}>{second.kind}</p>
          <h3>{second.title}</h3>
          <p className={styles['text']}>{second.text}</p>
        </div>
        <figure className={styles['quote']}>
          <blockquote>{second.quote}</blockquote>
          <figcaption>{second.by}</figcaption>
        </figure>
      </article>
    </div>
  </Section>
);
