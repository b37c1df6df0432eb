import { campaignContent } from '#web/content/campaign.ts';
import { PageHeading } from '#web/layout/page-heading.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { BookDemo } from './book-demo.tsx';
import styles from './hero.module.css';
import type { Booking } from './use-booking.ts';

const WIDTH = 560;
const HEIGHT = 232;
const APPLICANTS = 96;
/** Irrational steps spread points evenly and without a visible pattern (the R2 sequence). */
const STEP_X = 0.7548776662;
const STEP_Y = 0.569840291;

const applicants = Array.from({ length: APPLICANTS }, (_, index) => ({
  x: Math.round(((0.5 + index * STEP_X) % 1) * WIDTH),
  y: Math.round(((0.5 + index * STEP_Y) % 1) * HEIGHT),
  radius: 1.2 + (index % 3) * 0.5,
}));

/** Position of the three shortlisted candidates, and the scale of their stars (24 px wide at 1). */
const shortlisted = [
  { x: 118, y: 156, scale: 1.3 },
  { x: 296, y: 72, scale: 2 },
  { x: 452, y: 146, scale: 1.1 },
];

const STAR_PATH = 'M0-12 2.5-2.5 12 0 2.5 2.5 0 12-2.5 2.5-12 0-2.5-2.5Z';
const STAR_SHADOW_PATH =
  'M0-12 2.5-2.5 0 0ZM12 0 2.5 2.5 0 0ZM0 12-2.5 2.5 0 0ZM-12 0-2.5-2.5 0 0Z';

/** A shortlist as a constellation and as a list. Sample data. */
const Shortlist = () => {
  const { label, title, state, counts, people, scoreLabel } = campaignContent.shortlist;
  return (
    <div data-night className={styles['panel']}>
      <div className={styles['bar']}>
        <p className={styles['title']}>{title}</p>
        <p className={styles['state']}>{state}</p>
      </div>
      <svg
        className={styles['sky']}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={label}
      >
        {applicants.map(({ x, y, radius }) => (
          <circle key={`${x} ${y}`} className={styles['faint']} cx={x} cy={y} r={radius} />
        ))}
        <polyline
          className={styles['line']}
          points={shortlisted.map(({ x, y }) => `${x},${y}`).join(' ')}
        />
        {shortlisted.map(({ x, y, scale }) => (
          <g key={x} transform={`translate(${x} ${y}) scale(${scale})`}>
            <circle className={styles['gap']} r="15" />
            <path className={styles['lit']} d={STAR_PATH} />
            <path className={styles['shaded']} d={STAR_SHADOW_PATH} />
          </g>
        ))}
      </svg>
      <ul className={styles['counts']}>
        {counts.map((count) => (
          <li key={count}>{count}</li>
        ))}
      </ul>
      <ol className={styles['people']}>
        {people.map(({ name, reason, score }) => (
          <li key={name} className={styles['person']}>
            <div>
              <p className={styles['name']}>{name}</p>
              <p className={styles['reason']}>{reason}</p>
            </div>
            <p className={styles['score']}>
              <VisuallyHidden>{scoreLabel} </VisuallyHidden>
              {score}
            </p>
          </li>
        ))}
      </ol>
    </div>
  );
};

/** The claim, the calls to action, and a shortlist of three as the result. */
export const Hero = ({ booking }: { booking: Booking }) => {
  const { heading, lead, note } = campaignContent.hero;
  return (
    <div className={styles['hero']}>
      <div className={styles['claim']}>
        <PageHeading>{heading}</PageHeading>
        <p className={styles['lead']}>{lead}</p>
        <div className={styles['actions']}>
          <BookDemo booking={booking} place="hero" withTrial />
        </div>
        <p className={styles['note']}>{note}</p>
      </div>
      <Shortlist />
    </div>
  );
};
