import { clsx } from 'clsx/lite';
import { insightMock, insightMock as words } from '#web/content/mock-ups.ts';
import { Illustration } from '#web/marketing/illustration.tsx';
import styles from './insight-mock.module.css';

const { strengths } = insightMock;

/** The canvas, its centre, and the distance of a value of 100 from the centre. */
const WIDTH = 300;
const HEIGHT = 160;
const CENTRE = { x: WIDTH / 2, y: 90 };
const REACH = { x: 78, y: 64 };
/** Distance of a label from its point. */
const LABEL_GAP = 12;
/** In units of the drawing, which grows with the text of the page. */
const LABEL_SIZE = 13;
const LINE_HEIGHT = 15;
/** Distance of the star's inner corners from its centre, in radii (as in star.tsx). */
const WAIST = 2.5 / 12;
const STAR_RADIUS = 11;
/** Order in which the line connects the strengths: neighbours, with a gap after the weakest one. */
const ORDER = [4, 5, 0, 1, 2, 3];

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

/** Of the lines of a label: one above or below the constellation, two beside it. */
const labelLines = ({ label, x, y }: Point) => {
  if (Math.abs(x - CENTRE.x) < 1)
    return {
      lines: [label],
      x,
      y: y < CENTRE.y ? y - STAR_RADIUS - 4 : y + LABEL_GAP + 8,
      textAnchor: 'middle' as const,
    };
  const side = x > CENTRE.x ? 1 : -1;
  const [first = '', ...rest] = label.split(' ');
  return {
    lines: [first, rest.join(' ')],
    x: x + side * LABEL_GAP,
    y: y - 2,
    textAnchor: side > 0 ? ('start' as const) : ('end' as const),
  };
};

const Label = ({ point }: { point: Point }) => {
  const { lines, ...position } = labelLines(point);
  return (
    <text
      className={clsx(styles['label'], point === strongest && styles['strongest'])}
      fontSize={LABEL_SIZE}
      {...position}
    >
      {lines.map((line, index) => (
        <tspan key={line} x={position.x} dy={index && LINE_HEIGHT}>
          {line}
          {line && ' '}
          {index === lines.length - 1 && <tspan className={styles['value']}>{point.value}</tspan>}
        </tspan>
      ))}
    </text>
  );
};

/** Six strengths as a constellation: a stronger one is larger and further out, the strongest is a star. */
const StrengthsGraph = () => (
  <svg className={styles['graph']} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
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
      <Label key={point.label} point={point} />
    ))}
  </svg>
);

interface InsightMockProps {
  /** `overlay`: beside other screens, without the recommendation. `stage`: in two columns if they fit. */
  layout: 'overlay' | 'stage';
}

/** Mock-up of the insight card: the candidate, four scores, and the strengths as a constellation. */
export const InsightMock = ({ layout }: InsightMockProps) => (
  <Illustration className={clsx(styles['card'], styles[layout])} label={words.label}>
    <div className={styles['person']}>
      <p className={styles['name']}>{words.name}</p>
      <p className={styles['role']}>{words.role}</p>
    </div>
    <StrengthsGraph />
    <div className={styles['scores']}>
      {words.scores.map(({ label, value }) => (
        <div key={label} className={styles['score']}>
          <span>{label}</span>
          <span className={styles['result']}>{value}</span>
        </div>
      ))}
    </div>
    {layout === 'stage' && <p className={styles['insight']}>{words.insight}</p>}
  </Illustration>
);
