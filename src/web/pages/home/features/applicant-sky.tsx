import styles from './applicant-sky.module.css';

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
export const ApplicantSky = ({ label }: { label: string }) => (
  <svg
    className={styles['sky']}
    viewBox={`0 0 ${COLUMNS * STEP.x} ${ROWS * STEP.y}`}
    role="img"
    aria-label={label}
  >
    <path className={styles['points']} d={pointsPath((index) => (index % COLUMNS) % 3 > 0)} />
    <path className={styles['bright']} d={pointsPath((index) => (index % COLUMNS) % 3 === 0)} />
    <polyline
      className={styles['line']}
      points={SHORTLIST.map(centreOf)
        .map(({ x, y }) => `${x},${y}`)
        .join(' ')}
    />
    <path
      className={styles['star']}
      d={SHORTLIST.map(centreOf)
        .map(({ x, y }) => `M${x} ${y - STAR_TOP}${STAR}`)
        .join('')}
    />
  </svg>
);
