import styles from './demo-sky.module.css';

/** Coordinates in a view box of 240 by 160. The last point is the star. */
const points = [
  [12, 36],
  [84, 98],
  [158, 50],
  [212, 116],
] as const;

const BRIGHT = { x: 196, y: 100, across: 32 };

/** A decorative constellation beside the heading on wide screens. */
export const DemoFigure = () => (
  <svg className={styles['figure']} viewBox="0 0 240 160" aria-hidden="true" focusable="false">
    <polyline className={styles['line']} points={points.map(([x, y]) => `${x},${y}`).join(' ')} />
    {points.slice(0, -1).map(([x, y]) => (
      <circle key={`${x} ${y}`} className={styles['point']} cx={x} cy={y} r={4} />
    ))}
    <svg
      x={BRIGHT.x}
      y={BRIGHT.y}
      width={BRIGHT.across}
      height={BRIGHT.across}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      <path
        className={styles['lit']}
        d="M12 0 14.5 9.5 24 12 14.5 14.5 12 24 9.5 14.5 0 12 9.5 9.5Z"
      />
      <path
        className={styles['shaded']}
        d="M12 0 14.5 9.5 12 12ZM24 12 14.5 14.5 12 12ZM12 24 9.5 14.5 12 12ZM0 12 9.5 9.5 12 12Z"
      />
    </svg>
  </svg>
);
