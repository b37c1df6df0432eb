import styles from './founder.module.css';

/** Portraits are named by their look; the content says whose portrait each is. */
export type FounderLook = 'bun' | 'beard' | 'spectacles';

interface Drawing {
  /** Hair behind the head, and over the forehead. */
  back: string;
  front: string;
  /** Feature of this portrait only: a bun, a beard, glasses. */
  feature: string;
}

/** SVG paths; the origin is between the shoulders, negative y is upwards. */
const looks: Record<FounderLook, Drawing> = {
  bun: {
    back: 'M-66-196C-74-284 74-284 66-196L62-150C40-132-40-132-62-150Z',
    front: 'M-57-202C-54-274 54-274 57-202C44-232 22-246-8-246-30-240-48-226-57-202Z',
    feature: 'M0-318a28 28 0 1 0 .1 0Z',
  },
  beard: {
    back: 'M-60-204C-66-288 66-288 60-204Z',
    front:
      'M-58-206C-66-292 70-290 58-206C52-226 42-236 26-240 2-234-30-234-44-240-52-230-56-220-58-206Z',
    feature: 'M-55-192C-56-116 56-116 55-192C44-164 28-158 0-158S-44-164-55-192Z',
  },
  spectacles: {
    back: 'M-74-200C-84-302 84-302 74-200C72-160 78-128 84-104 50-90-50-90-84-104-78-128-72-160-74-200Z',
    front: 'M-57-196C-58-276 58-276 57-196C50-232 36-250 20-258 6-234-32-222-57-196Z',
    feature:
      'M-24-202m-21 0a21 21 0 1 0 42 0a21 21 0 1 0-42 0M24-202m-21 0a21 21 0 1 0 42 0a21 21 0 1 0-42 0M-3-204q3-3 6 0',
  },
};

/** Head and shoulders of a founder, as a group for an SVG. `at` moves its origin. */
export const Founder = ({ look, at = '0 0' }: { look: FounderLook; at?: string }) => {
  const { back, front, feature } = looks[look];
  return (
    <g transform={`translate(${at})`} className={styles[look]}>
      {look === 'bun' && <path className={styles['hair']} d={feature} />}
      <path className={styles['hair']} d={back} />
      <path
        className={styles['cloth']}
        d="M-138 40C-138-62-104-96-40-108 -20-92 20-92 40-108 104-96 138-62 138 40Z"
      />
      <path className={styles['neck']} d="M-24-160H24V-108C20-84-20-84-24-108Z" />
      <ellipse className={styles['skin']} cy="-200" rx="56" ry="64" />
      {look === 'beard' && <path className={styles['hair']} d={feature} />}
      <path className={styles['hair']} d={front} />
      <circle className={styles['line']} cx="-22" cy="-202" r="4.5" />
      <circle className={styles['line']} cx="22" cy="-202" r="4.5" />
      <path
        className={look === 'beard' ? styles['teeth'] : styles['smile']}
        d="M-17-166q17 14 34 0"
      />
      {look === 'spectacles' && <path className={styles['glasses']} d={feature} />}
    </g>
  );
};
