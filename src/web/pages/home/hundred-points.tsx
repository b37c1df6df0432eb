import styles from './hundred-points.module.css';

const COLUMNS = 20;
const ROWS = 5;
const STEP = 20;
const RADIUS = 3.4;
const STAR = 10;
const WAIST = 2.2;

/** Which five of the hundred shine, connected in this order; scattered by hand. */
const SHORTLIST = [22, 47, 50, 74, 37];

const placeOf = (index: number) => ({
  x: STEP / 2 + (index % COLUMNS) * STEP,
  y: STEP / 2 + Math.floor(index / COLUMNS) * STEP,
});

const star = (index: number): string => {
  const { x, y } = placeOf(index);
  return `M${x} ${y - STAR}L${x + WAIST} ${y - WAIST} ${x + STAR} ${y} ${x + WAIST} ${y + WAIST} ${x} ${y + STAR} ${x - WAIST} ${y + WAIST} ${x - STAR} ${y} ${x - WAIST} ${y - WAIST}Z`;
};

/** A hundred applicants as points, the five who shine among them as stars: five per cent, to scale. */
export const HundredPoints = ({ label }: { label: string }) => (
  <svg
    className={styles['field']}
    viewBox={`0 0 ${COLUMNS * STEP} ${ROWS * STEP}`}
    role="img"
    aria-label={label}
  >
    {Array.from({ length: COLUMNS * ROWS }, (_, index) => placeOf(index))
      .filter((_, index) => !SHORTLIST.includes(index))
      .map(({ x, y }) => (
        <circle key={`${x} ${y}`} className={styles['point']} cx={x} cy={y} r={RADIUS} />
      ))}
    {SHORTLIST.map((index) => (
      <path key={index} className={styles['star']} d={star(index)} />
    ))}
  </svg>
);
