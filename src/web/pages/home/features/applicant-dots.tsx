import styles from './applicant-dots.module.css';

const COLUMNS = 20;
const ROWS = 5;
const STEP = 20;
const DOT_RADIUS = 3.4;
const STAR_RADIUS = 10;
/** How far the star's inner corners are from its centre, on each axis. */
const STAR_WAIST = 2.2;

/** Indexes of the five stars among the hundred dots. */
const SHORTLIST = [22, 47, 50, 74, 37];

const centreOf = (index: number) => ({
  x: STEP / 2 + (index % COLUMNS) * STEP,
  y: STEP / 2 + Math.floor(index / COLUMNS) * STEP,
});

const starPath = (index: number): string => {
  const { x, y } = centreOf(index);
  return `M${x} ${y - STAR_RADIUS}L${x + STAR_WAIST} ${y - STAR_WAIST} ${x + STAR_RADIUS} ${y} ${x + STAR_WAIST} ${y + STAR_WAIST} ${x} ${y + STAR_RADIUS} ${x - STAR_WAIST} ${y + STAR_WAIST} ${x - STAR_RADIUS} ${y} ${x - STAR_WAIST} ${y - STAR_WAIST}Z`;
};

/** A hundred applicants as dots, five of them as stars: five per cent, to scale. */
export const ApplicantDots = ({ label }: { label: string }) => (
  <svg
    className={styles['chart']}
    viewBox={`0 0 ${COLUMNS * STEP} ${ROWS * STEP}`}
    role="img"
    aria-label={label}
  >
    {Array.from({ length: COLUMNS * ROWS }, (_, index) => centreOf(index))
      .filter((_, index) => !SHORTLIST.includes(index))
      .map(({ x, y }) => (
        <circle key={`${x} ${y}`} className={styles['dot']} cx={x} cy={y} r={DOT_RADIUS} />
      ))}
    {SHORTLIST.map((index) => (
      <path key={index} className={styles['star']} d={starPath(index)} />
    ))}
  </svg>
);
