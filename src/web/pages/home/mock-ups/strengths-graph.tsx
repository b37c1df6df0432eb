import { insightMock } from '#web/content/mock-ups.ts';
import styles from './strengths-graph.module.css';

const { strengths } = insightMock;

/** The canvas, its centre, and the distance of a value of 100 from the centre. */
const WIDTH = 300;
const HEIGHT = 160;
const CENTRE = { x: WIDTH / 2, y: 84 };
const REACH = { x: 78, y: 62 };
/** Distance of a label from its point. */
const LABEL_GAP = 14;
/** Distance of the star's inner corners from its centre, in radii (as in star.tsx). */
const WAIST = 2.5 / 12;
const STAR_RADIUS = 11;
/** Order in which the line connects the strengths. */
const ORDER = [4, 5, 0, 2, 1, 3];
/** `[x, y]` of decorative stars in the background. */
const BACKGROUND_STARS = [
  [120, 60],
  [176, 96],
  [138, 112],
  [196, 30],
] as const;

const round = (value: number): number => Math.round(value * 10) / 10;

const points = strengths.map(({ label, value }, index) => {
  const angle = (index / strengths.length) * 2 * Math.PI - Math.PI / 2;
  // The scale starts at 40, because no value is lower.
  const share = (value - 40) / 60;
  return {
    label,
    value,
    x: round(CENTRE.x + Math.cos(angle) * REACH.x * share),
    y: round(CENTRE.y + Math.sin(angle) * REACH.y * share),
  };
});
type Point = (typeof points)[number];

const strongest = points.reduce((best, point) => (point.value > best.value ? point : best));

const pointRadius = ({ value }: Point): number => 2 + (value - 60) / 10;

const starPath = ({ x, y }: Point): string => {
  const w = STAR_RADIUS * WAIST;
  return `M${x} ${y - STAR_RADIUS} ${x + w} ${y - w} ${x + STAR_RADIUS} ${y} ${x + w} ${y + w} ${x} ${y + STAR_RADIUS} ${x - w} ${y + w} ${x - STAR_RADIUS} ${y} ${x - w} ${y - w}Z`;
};

const labelPosition = ({ x, y }: Point) => {
  if (Math.abs(x - CENTRE.x) < 1)
    return {
      x,
      y: y < CENTRE.y ? y - LABEL_GAP : y + LABEL_GAP + 6,
      textAnchor: 'middle' as const,
    };
  return x > CENTRE.x
    ? { x: x + LABEL_GAP - 4, y: y + 4, textAnchor: 'start' as const }
    : { x: x - LABEL_GAP + 4, y: y + 4, textAnchor: 'end' as const };
};

/** Six strengths as a constellation: a stronger one is larger and further out, the strongest is a star. */
export const StrengthsGraph = () => (
  <svg
    className={styles['graph']}
    viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
    aria-hidden="true"
    focusable="false"
  >
    <ellipse className={styles['orbit']} cx={CENTRE.x} cy={CENTRE.y} rx={REACH.x} ry={REACH.y} />
    <ellipse
      className={styles['orbit']}
      cx={CENTRE.x}
      cy={CENTRE.y}
      rx={REACH.x / 2}
      ry={REACH.y / 2}
    />
    <polyline
      className={styles['figure']}
      points={ORDER.map((index) => `${points[index]?.x},${points[index]?.y}`).join(' ')}
    />
    {BACKGROUND_STARS.map(([x, y]) => (
      <circle key={`${x} ${y}`} className={styles['faint']} cx={x} cy={y} r="1.3" />
    ))}
    {points.map((point) =>
      point === strongest ? (
        <path key={point.label} className={styles['star']} d={starPath(point)} />
      ) : (
        <circle
          key={point.label}
          className={styles['point']}
          cx={point.x}
          cy={point.y}
          r={pointRadius(point)}
        />
      ),
    )}
    {points.map((point) => (
      <text key={point.label} className={styles['label']} {...labelPosition(point)}>
        {point.label}
      </text>
    ))}
  </svg>
);
