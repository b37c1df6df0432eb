import styles from './demo-sky.module.css';

/** Coordinates in a view box of 1440 by 600. */
const faint = [
  [64, 88],
  [212, 44],
  [388, 26],
  [560, 62],
  [36, 356],
  [318, 566],
  [520, 562],
  [668, 548],
  [742, 212],
  [906, 92],
  [1088, 52],
  [1262, 118],
  [1404, 62],
  [1372, 330],
  [1296, 486],
  [36, 548],
] as const;

/** The decorative night sky behind the demo page's heading. */
export const DemoSky = () => (
  <svg
    className={styles['sky']}
    viewBox="0 0 1440 600"
    preserveAspectRatio="xMidYMin slice"
    aria-hidden="true"
    focusable="false"
  >
    {faint.map(([x, y], index) => (
      <circle key={`${x} ${y}`} className={styles['faint']} cx={x} cy={y} r={1 + (index % 3) / 2} />
    ))}
  </svg>
);
