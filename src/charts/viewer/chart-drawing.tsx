import { memo } from 'react';
import type { Chart } from '../all-charts.ts';
import type { Drawing } from '../drawing/layout.ts';
import { activeLeaves } from '../live/active-leaves.ts';
import { ArrowLine } from './arrow-line.tsx';
import { ArrowWords } from './arrow-words.tsx';
import styles from './chart-drawing.module.css';
import { StateFrame } from './state-frame.tsx';
import { StateWords } from './state-words.tsx';
import type { View } from './use-view.ts';

interface MarksProps {
  drawing: Drawing;
  active: readonly string[];
  isLiving: boolean;
  lastEdges: readonly string[];
  walked: ReadonlySet<string> | undefined;
  /** How much the titles grow, for a chart that is seen as a whole. */
  titleGrowth: number;
}

interface ChartDrawingProps extends Omit<MarksProps, 'titleGrowth'> {
  view: View;
  chart: Chart;
}

/** Below this scale only the titles of states are read. */
const OVERVIEW_SCALE = 0.55;
const TITLE_SCALE = 0.85;

/** Frames, then lines, then words, so that no line crosses a text. */
const Marks = memo(({ drawing, active, isLiving, lastEdges, walked, titleGrowth }: MarksProps) => {
  const isWalked = (edge: string) => walked?.has(edge) ?? true;
  const isLast = (edge: string) => lastEdges.includes(edge);
  return (
    <>
      {drawing.boxes.map((placed) => (
        <StateFrame
          key={placed.box.id}
          placed={placed}
          isActive={active.includes(placed.box.id)}
          isLiving={isLiving}
        />
      ))}
      {drawing.starts.map(({ id, dot, points }) => (
        <g key={id}>
          <circle className={styles['dot']} cx={dot.x} cy={dot.y} r={5} />
          <ArrowLine points={points} isWalked isLast={false} />
        </g>
      ))}
      {drawing.arrows.map(({ bundle, points }) => (
        <ArrowLine
          key={bundle.id}
          points={points}
          isWalked={bundle.edges.every(({ id }) => isWalked(id))}
          isLast={bundle.edges.some(({ id }) => isLast(id))}
        />
      ))}
      {drawing.boxes.map((placed) => (
        <StateWords
          key={placed.box.id}
          placed={placed}
          isActive={active.includes(placed.box.id)}
          isWalked={isWalked}
          isLast={isLast}
          titleGrowth={titleGrowth}
        />
      ))}
      {titleGrowth === 1 &&
        drawing.arrows.map((arrow) => (
          <ArrowWords key={arrow.bundle.id} arrow={arrow} isWalked={isWalked} isLast={isLast} />
        ))}
    </>
  );
});

/** A chart with its active states lit and its last transition marked. */
export const ChartDrawing = ({ view, chart, ...marks }: ChartDrawingProps) => {
  const leaves = activeLeaves(chart.machine, marks.active);
  const isOverview = view.scale < OVERVIEW_SCALE;
  // In steps, so that not every turn of the wheel draws all texts anew.
  const titleGrowth = isOverview
    ? TITLE_SCALE / Math.max(0.1, Math.round(view.scale * 10) / 10)
    : 1;
  const doing =
    leaves.length > 0 ? `active: ${leaves.map(({ key }) => key).join(', ')}` : 'not running';
  return (
    <svg
      className={styles['drawing']}
      role="img"
      aria-label={`${chart.name}, ${doing}. The same in words is below.`}
    >
      <g transform={`translate(${view.x} ${view.y}) scale(${view.scale})`}>
        <Marks {...marks} titleGrowth={titleGrowth} />
      </g>
    </svg>
  );
};
