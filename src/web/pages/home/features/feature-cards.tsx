import { clsx } from 'clsx/lite';
import { homeStaticContent } from '#web/content/home-static.ts';
import { Illustration } from '#web/marketing/illustration.tsx';
import { Section } from '#web/marketing/section.tsx';
import skyStyles from './applicant-sky.module.css';
import styles from './feature-cards.module.css';

const COLUMNS = 20;
const ROWS = 5;
/** Distance of two columns, and of two rows. */
const STEP = { x: 20, y: 32 };
/** From the top of a star, whose radius is 9. */
const STAR_TOP = 9;
const STAR = 'l1.9 7.1 7.1 1.9-7.1 1.9-1.9 7.1-1.9-7.1-7.1-1.9 7.1-1.9z';

/** Indexes of the five stars among the hundred points, in the order of their line. */
const SHORTLIST = [22, 67, 50, 74, 37];

/** Off the grid by some units: a sky, not a table. The rows are alike, and shifted, which keeps the paths short. */
const centreOf = (index: number) => {
  const column = index % COLUMNS;
  const row = Math.floor(index / COLUMNS);
  return {
    x: STEP.x * (0.5 + column) + ((column * 37) % 13) - 6 + ((row * 7) % 11) - 5,
    y: STEP.y * (0.5 + row) + ((column * 59) % 21) - 10,
  };
};

/** Lines without length, whose round caps are the points, each from the one before it. A star covers its point. */
const pointsPath = (isIncluded: (index: number) => boolean): string => {
  let before = { x: 0, y: 0 };
  return Array.from({ length: COLUMNS * ROWS }, (_, index) => index)
    .filter(isIncluded)
    .map((index) => {
      const { x, y } = centreOf(index);
      const move = `m${x - before.x} ${y - before.y}h0`;
      before = { x, y };
      return move;
    })
    .join('');
};

/** A hundred applicants as points of light, five of them as connected stars: five per cent, to scale. */
const ApplicantSky = ({ label }: { label: string }) => (
  <svg
    className={skyStyles['sky']}
    viewBox={`0 0 ${COLUMNS * STEP.x} ${ROWS * STEP.y}`}
    role="img"
    aria-label={label}
  >
    <path className={skyStyles['points']} d={pointsPath((index) => (index % COLUMNS) % 3 > 0)} />
    <path className={skyStyles['bright']} d={pointsPath((index) => (index % COLUMNS) % 3 === 0)} />
    <polyline
      className={skyStyles['line']}
      points={SHORTLIST.map(centreOf)
        .map(({ x, y }) => `${x},${y}`)
        .join(' ')}
    />
    <path
      className={skyStyles['star']}
      d={SHORTLIST.map(centreOf)
        .map(({ x, y }) => `M${x} ${y - STAR_TOP}${STAR}`)
        .join('')}
    />
  </svg>
);

const { cards } = homeStaticContent;

const HOURS = 8;
/** Size of an hour, and of the gap after it. */
const HOUR = { width: 30, height: 44, gap: 8 };
/** Hours that are struck out. */
const REMOVED = (HOURS * Number.parseFloat(cards.screening.claim.figure)) / 100;

/** The width of a share of an hour, to a tenth. */
const widthOf = (share: number): number => Math.round(share * HOUR.width * 10) / 10;

/** The bars of a day, each from one share of its hour to another. */
const barsPath = (edges: (struck: number) => readonly [from: number, to: number]): string =>
  Array.from({ length: HOURS }, (_, hour) => {
    const [from, to] = edges(Math.min(Math.max(REMOVED - hour, 0), 1));
    const x = hour * (HOUR.width + HOUR.gap) + widthOf(from);
    const width = widthOf(to - from);
    return width > 0 ? `M${x} 0h${width}v${HOUR.height}h${-width}z` : '';
  }).join('');

/** A day of screening in hours, of which a part is struck out. */
const Hours = () => (
  <svg
    className={styles['hours']}
    viewBox={`0 0 ${HOURS * (HOUR.width + HOUR.gap) - HOUR.gap} ${HOUR.height}`}
    role="img"
    aria-label={cards.screening.label}
  >
    <path className={styles['left']} d={barsPath((struck) => [struck, 1])} />
    <path className={styles['removed']} d={barsPath((struck) => [0, struck])} />
    <path
      className={styles['strike']}
      d={Array.from(
        { length: Math.floor(REMOVED) },
        (_, hour) => `M${hour * (HOUR.width + HOUR.gap) + 6} ${HOUR.height - 10}l18-24`,
      ).join('')}
    />
  </svg>
);

/** What stands behind a shortlist: six cards, each with a piece of the product. */
export const FeatureCards = () => (
  <Section heading={cards.heading} lead={cards.lead}>
    <div className={styles['cards']}>
      {/* A row that scrolls sideways on a phone; elsewhere it has no box, and so takes no focus. */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll it. */}
      <div className={styles['row']} role="group" aria-label={cards.row} tabIndex={0}>
        <article data-night className={clsx(styles['card'], styles['stars'])}>
          <ApplicantSky label={cards.stars.label} />
          <h3>{cards.stars.title}</h3>
          <p>{cards.stars.text}</p>
        </article>
        <article className={styles['card']}>
          <Illustration className={styles['piece']} label={cards.resume.label}>
            {cards.resume.lines.map(({ line, isCounted }) => (
              <span key={line} className={clsx(styles['line'], isCounted && styles['counted'])}>
                <span>{line}</span>
                {isCounted && <span className={styles['counts']}>{cards.resume.counts}</span>}
              </span>
            ))}
          </Illustration>
          <h3>{cards.resume.title}</h3>
          <p>{cards.resume.text}</p>
        </article>
        <article className={styles['card']}>
          <Illustration className={styles['piece']} label={cards.honest.label}>
            <span className={styles['sign']}>
              <span className={styles['counts']}>{cards.honest.at}</span>
              {cards.honest.sign}
            </span>
            <span className={styles['recording']} />
            <span className={styles['times']}>
              <span>{cards.honest.start}</span>
              <span>{cards.honest.end}</span>
            </span>
          </Illustration>
          <h3>{cards.honest.title}</h3>
          <p>{cards.honest.text}</p>
        </article>
        <article className={clsx(styles['card'], styles['screening'])}>
          <div className={styles['piece']}>
            <Hours />
          </div>
          <h3>
            <span className={styles['figure']}>{cards.screening.claim.figure}</span>{' '}
            {cards.screening.claim.text}
          </h3>
          <p>{cards.screening.text}</p>
        </article>
        <article className={styles['card']}>
          <div className={styles['piece']}>
            <ul className={styles['fields']}>
              {cards.skills.fields.map((field) => (
                <li key={field} className={clsx(field === cards.skills.asked && styles['asked'])}>
                  {field}
                </li>
              ))}
            </ul>
            <p className={styles['question']}>{cards.skills.question}</p>
          </div>
          <h3>{cards.skills.title}</h3>
          <p>{cards.skills.text}</p>
        </article>
        <article className={styles['card']}>
          <div className={styles['piece']}>
            <p className={styles['bubble']}>{cards.talk.mark}</p>
          </div>
          <h3>{cards.talk.title}</h3>
          <p>{cards.talk.text}</p>
        </article>
      </div>
    </div>
  </Section>
);
