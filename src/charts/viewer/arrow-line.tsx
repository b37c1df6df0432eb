import type { ElkPoint } from 'elkjs/lib/elk-api.js';
import styles from './arrow-line.module.css';

interface ArrowLineProps {
  points: ElkPoint[];
  isWalked: boolean;
  isLast: boolean;
}

const CORNER = 6;
const HEAD_LENGTH = 9;
const HEAD_WIDTH = 4.5;

const towards = (from: ElkPoint, to: ElkPoint, length: number): ElkPoint => {
  const distance = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const part = Math.min(length, distance / 2) / distance;
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
};

/** A line through the points whose corners are round. */
const pathOf = (points: ElkPoint[]): string =>
  points
    .map((point, index) => {
      const [before, after] = [points[index - 1], points[index + 1]];
      if (!before) return `M${point.x} ${point.y}`;
      if (!after) return `L${point.x} ${point.y}`;
      const [start, end] = [towards(point, before, CORNER), towards(point, after, CORNER)];
      return `L${start.x} ${start.y}Q${point.x} ${point.y} ${end.x} ${end.y}`;
    })
    .join('');

const headOf = (points: ElkPoint[]): string => {
  const [tip, before] = [points.at(-1), points.at(-2)];
  if (!tip || !before) return '';
  const distance = Math.hypot(tip.x - before.x, tip.y - before.y) || 1;
  const [x, y] = [(tip.x - before.x) / distance, (tip.y - before.y) / distance];
  const base = { x: tip.x - x * HEAD_LENGTH, y: tip.y - y * HEAD_LENGTH };
  return `M${tip.x} ${tip.y}L${base.x - y * HEAD_WIDTH} ${base.y + x * HEAD_WIDTH}L${base.x + y * HEAD_WIDTH} ${base.y - x * HEAD_WIDTH}Z`;
};

/** A transition's line: dashed where no test walked it, thick where it was taken last. */
export const ArrowLine = ({ points, isWalked, isLast }: ArrowLineProps) => (
  <g className={styles['arrow']} data-last={isLast ? '' : undefined}>
    <path className={styles['line']} d={pathOf(points)} data-dashed={isWalked ? undefined : ''} />
    <path className={styles['head']} d={headOf(points)} />
  </g>
);
