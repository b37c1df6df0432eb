import { aboutContent } from '#web/content/about.ts';
import { SitePage } from '#web/pages/site-page.tsx';
import { RouteLink } from '#web/ui/route-link.tsx';
import { Section } from '#web/ui/section.tsx';
import { StepHeading } from '#web/ui/step-heading.tsx';
import styles from './about.module.css';
import { Founders } from './founders.tsx';
import { GroupPhoto } from './group-photo.tsx';

/** The company's story, what it holds on to, and who began it. */
export default function About() {
  const { heading, lead, story, values, figure, closing } = aboutContent;
  return (
    <SitePage>
      <div className={styles['top']}>
        <div className={styles['head']}>
          <StepHeading>{heading}</StepHeading>
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
          <RouteLink href="#/checkout" kind="primary" state={{ email: '' }}>
            {closing.start}
          </RouteLink>
          <RouteLink href="#/demo" kind="quiet" state={{ email: '' }}>
            {closing.demo}
          </RouteLink>
        </p>
      </Section>
    </SitePage>
  );
}
