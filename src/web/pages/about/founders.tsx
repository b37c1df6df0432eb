import { aboutContent } from '#web/content/about.ts';
import { Section } from '#web/marketing/section.tsx';
import { Founder } from './founder.tsx';
import styles from './founders.module.css';

/** The three founders: portrait, title, and a link to their profile. */
export const Founders = () => {
  const { heading, profile, people } = aboutContent.founders;
  return (
    <Section heading={heading} tone="sunken">
      <ul className={styles['people']}>
        {people.map(({ name, title, text, portrait, href }) => (
          <li key={name} className={styles['person']}>
            <svg
              className={styles['portrait']}
              viewBox="-150 -340 300 300"
              aria-hidden="true"
              focusable="false"
            >
              <Founder look={portrait} />
            </svg>
            <div className={styles['text']}>
              <h3>{name}</h3>
              <p className={styles['title']}>{title}</p>
              <p>{text}</p>
              <a className={styles['profile']} href={href} aria-label={`${name}: ${profile}`}>
                {profile}
              </a>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
};
