import type { PlacedBox } from '../drawing/layout.ts';
import styles from './state-frame.module.css';

interface StateFrameProps {
  placed: PlacedBox;
  isActive: boolean;
  isLiving: boolean;
}

const RADIUS = 8;
/** A final state has a second ring inside. */
const RING_GAP = 4;

/** The frame of a state: filled where it is active, with two rings where it is final. */
export const StateFrame = ({ placed, isActive, isLiving }: StateFrameProps) => {
  const { x, y, width, height, box } = placed;
  const isLeaf = box.kind !== 'compound' && box.kind !== 'parallel';
  return (
    <g
      className={styles['state']}
      data-leaf={isLeaf ? '' : undefined}
      data-region={box.isRegion ? '' : undefined}
      data-active={isActive ? (isLiving ? 'now' : 'before') : undefined}
    >
      <rect className={styles['frame']} x={x} y={y} width={width} height={height} rx={RADIUS} />
      {box.kind === 'final' && (
        <rect
          className={styles['ring']}
          x={x + RING_GAP}
          y={y + RING_GAP}
          width={width - 2 * RING_GAP}
          height={height - 2 * RING_GAP}
          rx={RADIUS - RING_GAP / 2}
        />
      )}
    </g>
  );
};
