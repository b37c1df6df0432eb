import { Link } from 'wouter';
import { aboutContent } from '#web/content/about.ts';
import { PageHeading } from '#web/layout/page-heading.tsx';
import { PageShell } from '#web/layout/page-shell.tsx';
import { Section } from '#web/marketing/section.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import styles from './about.module.css';
import './tokens.css';
import { Founders } from './founders.tsx';
import { GroupPhoto } from './group-photo.tsx';

/** The company's story, values and founders. */
export default function About() {
  const { heading, lead, story, values, figure, closing } = aboutContent;
  return (
    <PageShell>
      <div className={styles['top']}>
        <div className={styles['head']}>
          <PageHeading>{heading}</PageHeading>
          <p className={styles['lead']}>{lead}</p>
        </div>
        <GroupPhoto />
      </div>
      <Section heading={story.heading} layout="beside">
        <div className={styles['story']}>
          {story.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <p className={styles['quote']}>{story.quote}</p>
        </div>
      </Section>
      <Section
        heading={<span className={styles['figure']}>{figure.value}</span>}
        lead={figure.text}
        tone="night"
        layout="centre"
      >
        {null}
      </Section>
      <Section heading={values.heading}>
        <ul className={styles['values']}>
          {values.items.map(({ title, text }) => (
            <li key={title} className={styles['value']}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </Section>
      <Founders />
      <Section heading={closing.heading} lead={closing.lead} layout="centre">
        <p className={styles['closing']}>
          <Link to="/checkout" className={buttonClass()} state={{ email: '' }}>
            {closing.start}
          </Link>
          <Link to="/demo" className={buttonClass({ variant: 'quiet' })} state={{ email: '' }}>
            {closing.demo}
          </Link>
        </p>
      </Section>
    </PageShell>
  );
}
