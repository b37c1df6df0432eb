import { clsx } from 'clsx/lite';
import * as brand from '#contract/brand.ts';
import { homeStaticContent } from '#web/content/home-static.ts';
import { Illustration } from '#web/marketing/illustration.tsx';
import { Section } from '#web/marketing/section.tsx';
import { Star } from '#web/ui/star.tsx';
import styles from './integrations.module.css';

const { integrations } = homeStaticContent;

const Arrow = () => (
  <svg className={styles['arrow']} viewBox="0 0 160 12" aria-hidden="true">
    <path d="M2 6H158M152 1 158 6 152 11" />
  </svg>
);

/** How the product works with an ATS: jobs in, scores out, and the channels to candidates. */
export const Integrations = () => (
  <Section
    heading={integrations.heading}
    lead={integrations.lead}
    layout="beside"
    tone="night"
    aside={
      <ul className={styles['notes']}>
        {integrations.notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    }
  >
    <Illustration className={styles['drawing']} label={integrations.label}>
      <div className={styles['box']}>
        <p className={styles['title']}>{integrations.ats.title}</p>
        {integrations.ats.rows.map((row) => (
          <span key={row} className={styles['row']}>
            {row}
          </span>
        ))}
      </div>
      <div className={styles['flow']}>
        <span className={styles['into']}>
          {integrations.into}
          <Arrow />
        </span>
        <span className={styles['back']}>
          {integrations.back}
          <Arrow />
        </span>
      </div>
      <div className={clsx(styles['box'], styles['hub'])}>
        <Star />
        <p className={styles['title']}>{brand.name}</p>
      </div>
    </Illustration>
    <ul className={styles['channels']}>
      {integrations.channels.map(({ name, mark }) => (
        <li key={name}>
          {name}
          {mark && <span className={styles['mark']}>{mark}</span>}
        </li>
      ))}
    </ul>
  </Section>
);
