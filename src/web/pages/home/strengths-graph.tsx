import { insightMock } from '#web/content/mock-ups.ts';
import styles from './strengths-graph.module.css';

const { strengths } = insightMock;

/** The sheet, its middle, and how far out 100 lies. */
const WIDTH = 300;
const HEIGHT = 160;
const MIDDLE = { x: WIDTH / 2, y: 84 };
const REACH = { x: 78, y: 62 };
/** How far from its point a label stands. */
const LABEL_GAP = 14;
/** Half the width of the mark's waist, in radii (star.tsx). */
const WAIST = 2.5 / 12;
const BRIGHT = 11;
/** In which order the line joins the strengths: a figure in the sky, no ring. */
const ORDER = [4, 5, 0, 2, 1, 3];
/** Field stars behind the figure. */
const FAINT = [
  [120, 60],
  [176, 96],
  [138, 112],
  [196, 30],
] as const;

const round = (value: number): number => Math.round(value * 10) / 10;

const points = strengths.map(({ label, value }, index) => {
  const angle = (index / strengths.length) * 2 * Math.PI - Math.PI / 2;
  // Nothing lies below 40: a scale from there shows the differences.
  const share = (value - 40) / 60;
  return {
    label,
    value,
    x: round(MIDDLE.x + Math.cos(angle) * REACH.x * share),
    y: round(MIDDLE.y + Math.sin(angle) * REACH.y * share),
  };
});
type Point = (typeof points)[number];

const brightest = points.reduce((best, point) => (point.value > best.value ? point : best));

/** The stronger, the larger. */
const pointRadius = ({ value }: Point): number => 2 + (value - 60) / 10;

const star = ({ x, y }: Point): string => {
  const w = BRIGHT * WAIST;
  return `M${x} ${y - BRIGHT} ${x + w} ${y - w} ${x + BRIGHT} ${y} ${x + w} ${y + w} ${x} ${y + BRIGHT} ${x - w} ${y + w} ${x - BRIGHT} ${y} ${x - w} ${y - w}Z`;
};

const labelPlace = ({ x, y }: Point) => {
  if (Math.abs(x - MIDDLE.x) < 1)
    return {
      x,
      y: y < MIDDLE.y ? y - LABEL_GAP : y + LABEL_GAP + 6,
      textAnchor: 'middle' as const,
    };
  return x > MIDDLE.x
    ? { x: x + LABEL_GAP - 4, y: y + 4, textAnchor: 'start' as const }
    : { x: x - LABEL_GAP + 4, y: y + 4, textAnchor: 'end' as const };
};

/** Six strengths as a constellation: the further out, the stronger; the strongest is the star. */
export const StrengthsGraph = () => (
  <svg
    className={styles['graph']}
    viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
    aria-hidden="true"
    focusable="false"
  >
    <ellipse className={styles['orbit']} cx={MIDDLE.x} cy={MIDDLE.y} rx={REACH.x} ry={REACH.y} />
    <ellipse
      className={styles['orbit']}
      cx={MIDDLE.x}
      cy={MIDDLE.y}
      rx={REACH.x / 2}
      ry={REACH.y / 2}
    />
    <polyline
      className={styles['figure']}
      points={ORDER.map((index) => `${points[index]?.x},${points[index]?.y}`).join(' ')}
    />
    {FAINT.map(([x, y]) => (
      <circle key={`${x} ${y}`} className={styles['faint']} cx={x} cy={y} r="1.3" />
    ))}
    {points.map((point) =>
      point === brightest ? (
        <path key={point.label} className={styles['star']} d={star(point)} />
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
      <text key={point.label} className={styles['label']} {...labelPlace(point)}>
        {point.label}
      </text>
    ))}
  </svg>
);
