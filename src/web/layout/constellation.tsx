import { clsx } from 'clsx/lite';
import { StarRays } from '../ui/star.tsx';
import styles from './constellation.module.css';

type Point = readonly [x: number, y: number, radius: number];

interface Drawing {
  /** Background stars. */
  faint: readonly Point[];
  /** Stars that a line connects, in this order. */
  figure: readonly Point[];
  /** The four-pointed star at the line's end. */
  bright: Point;
}

/** One for each edge of the page, on a 430 by 760 canvas. */
const drawings: Record<'start' | 'end', Drawing> = {
  start: {
    figure: [
      [36, 700, 3],
      [118, 628, 4],
      [92, 520, 3],
      [196, 448, 5],
    ],
    bright: [268, 556, 15],
    faint: [
      [48, 88, 1.5],
      [156, 152, 2],
      [72, 250, 1.5],
      [230, 70, 1.5],
      [20, 402, 2],
      [178, 330, 1.5],
      [300, 262, 1.5],
      [316, 690, 2],
      [200, 724, 1.5],
      [344, 460, 1.5],
      [290, 372, 1],
      [110, 390, 1],
    ],
  },
  end: {
    figure: [
      [392, 60, 3],
      [318, 132, 4],
      [350, 248, 3],
      [236, 296, 4],
    ],
    bright: [168, 172, 20],
    faint: [
      [60, 92, 1.5],
      [260, 44, 2],
      [104, 300, 2],
      [410, 356, 1.5],
      [300, 420, 2],
      [176, 402, 1.5],
      [386, 508, 2],
      [236, 546, 1.5],
      [330, 640, 1.5],
      [404, 706, 2],
      [120, 520, 1],
      [210, 690, 1.5],
    ],
  },
};

/** Distance of the line's end from the bright star, in radii. */
const GAP = 1.3;
/** Radius of `StarRays`. */
const RAYS_RADIUS = 12;

/** Decorative constellation at one edge of the page, on wide screens only. */
export const Constellation = ({ side }: { side: 'start' | 'end' }) => {
  const { faint, figure, bright } = drawings[side];
  const [x, y, r] = bright;
  return (
    <div className={clsx(styles['edge'], styles[side])}>
      <svg className={styles['sky']} viewBox="0 0 430 760" aria-hidden="true">
        <polyline
          className={styles['line']}
          points={[...figure, bright].map(([x, y]) => `${x},${y}`).join(' ')}
        />
        {faint.map(([cx, cy, radius]) => (
          <circle key={`${cx} ${cy}`} className={styles['faint']} cx={cx} cy={cy} r={radius} />
        ))}
        {figure.map(([cx, cy, radius]) => (
          <circle key={`${cx} ${cy}`} className={styles['point']} cx={cx} cy={cy} r={radius} />
        ))}
        <circle className={styles['gap']} cx={x} cy={y} r={r * GAP} />
        <g transform={`translate(${x - r} ${y - r}) scale(${r / RAYS_RADIUS})`}>
          <StarRays />
        </g>
      </svg>
    </div>
  );
};
