import styles from './night-sky.module.css';

/** `[x, y, radius]` of stars on a 1440 by 720 canvas, placed around the text. */
const STARS = [
  [38, 92, 1.4],
  [112, 640, 1],
  [180, 48, 1],
  [262, 610, 1.6],
  [318, 88, 1.2],
  [402, 30, 1],
  [470, 664, 1.2],
  [520, 120, 1.6],
  [566, 44, 1],
  [590, 560, 1],
  [648, 26, 1.3],
  [700, 690, 1.2],
  [742, 60, 1],
  [828, 22, 1.6],
  [900, 700, 1],
  [986, 34, 1.1],
  [1052, 676, 1.5],
  [1120, 18, 1],
  [1210, 40, 1.4],
  [1290, 690, 1.2],
  [1352, 120, 1.6],
  [1398, 300, 1],
  [1372, 480, 1.3],
  [1420, 612, 1],
  [24, 300, 1],
  [66, 470, 1.5],
] as const;

/**
 * Decorative stars behind the hero, in the dark scheme and on wide screens only, where they leave the
 * text clear.
 */
export const NightSky = () => (
  <svg
    className={styles['sky']}
    viewBox="0 0 1440 720"
    preserveAspectRatio="xMidYMid slice"
    aria-hidden="true"
    focusable="false"
  >
    {STARS.map(([x, y, r]) => (
      <circle key={`${x} ${y}`} cx={x} cy={y} r={r} />
    ))}
  </svg>
);
