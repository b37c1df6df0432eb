import { aboutContent } from '#web/content/about.ts';
import { Section } from '#web/marketing/section.tsx';
import styles from './founders.module.css';

/** Portraits are named by their look; the content says whose portrait each is. */
export type FounderLook = 'bun' | 'beard' | 'spectacles';

interface Drawing {
  /** Long hair, behind the head. */
  back?: string;
  /** Hair from the crown to the hairline; it covers the top of the head. */
  front: string;
  /** What only this portrait has: a bun, a beard, glasses. */
  feature: string;
}

/** SVG paths; the origin is between the shoulders, negative y is upwards. */
const looks: Record<FounderLook, Drawing> = {
  bun: {
    front: 'M-56-194C-68-308 68-308 56-194C52-228 38-246 14-254-4-238-42-232-56-194Z',
    feature: 'M0-320a28 28 0 1 0 .1 0Z',
  },
  beard: {
    front:
      'M-55-198C-68-304 68-304 55-198C55-220 50-234 42-240 20-246-20-246-42-240-50-234-55-220-55-198Z',
    feature:
      'M-55-202C-58-104 58-104 55-202C50-182 42-174 28-173 16-180 6-180 0-177-6-180-16-180-28-173-42-174-50-182-55-202ZM-22-160C-20-146 20-146 22-160 12-168-12-168-22-160Z',
  },
  spectacles: {
    back: 'M-74-200C-84-302 84-302 74-200C72-160 78-128 84-104 50-90-50-90-84-104-78-128-72-160-74-200Z',
    front: 'M-58-194C-68-306 68-306 58-194C54-228 38-248 16-258-2-250-42-246-58-194Z',
    feature:
      'M-26-195m-18 0a18 18 0 1 0 36 0a18 18 0 1 0-36 0M26-195m-18 0a18 18 0 1 0 36 0a18 18 0 1 0-36 0M-8-198q8-5 16 0',
  },
};

/** Head and shoulders of a founder, as a group for an SVG. `at` moves its origin. */
export const Founder = ({ look, at = '0 0' }: { look: FounderLook; at?: string }) => {
  const { back, front, feature } = looks[look];
  return (
    <g transform={`translate(${at})`} className={styles[look]}>
      {look === 'bun' && <path className={styles['hair']} d={feature} />}
      {back && <path className={styles['hair']} d={back} />}
      <path
        className={styles['cloth']}
        d="M-138 40C-138-62-104-96-40-108 -20-92 20-92 40-108 104-96 138-62 138 40Z"
      />
      <path className={styles['neck']} d="M-26-160H26V-118L40-108C20-84-20-84-40-108L-26-118Z" />
      {!back && (
        <path className={styles['skin']} d="M-54-206a10 13 0 1 0 0 26ZM54-206a10 13 0 1 1 0 26Z" />
      )}
      <path
        className={styles['skin']}
        d="M-54-202C-54-244-35-270 0-270S54-244 54-202C54-165 31-131 0-131S-54-165-54-202Z"
      />
      {look === 'beard' && <path className={styles['hair']} fillRule="evenodd" d={feature} />}
      <path className={styles['hair']} d={front} />
      <circle className={styles['eye']} cx="-26" cy="-198" r="4" />
      <circle className={styles['eye']} cx="26" cy="-198" r="4" />
      <path
        className={styles['features']}
        d="M-37-217q10-6 21-1M16-218q11-5 21 1M2-191q6 12-5 14M-17-161q17 13 34-1"
      />
      {look === 'spectacles' && <path className={styles['features']} d={feature} />}
      {look === 'bun' && (
        <path
          className={styles['earring']}
          d="M-61-179 -58-171-61-163-64-171ZM61-179 64-171 61-163 58-171Z"
        />
      )}
    </g>
  );
};

/** The three founders: portrait, title, and a link to their profile. */
export const Founders = () => {
  const { heading, profile, people } = aboutContent.founders;
  return (
    <Section heading={heading} tone="sunken">
      <ul className={styles['people']}>
        {people.map(({ name, title, text, portrait, href }) => (
          <li key={name} className={styles['person']}>
            <svg className={styles['portrait']} viewBox="-150 -340 300 300" aria-hidden="true">
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
