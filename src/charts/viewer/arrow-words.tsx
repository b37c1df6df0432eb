import { LABEL_PADDING, ROW_MARK } from '../drawing/elk-graph.ts';
import { FONTS } from '../drawing/fonts.ts';
import type { Arrow } from '../drawing/layout.ts';
import styles from './arrow-words.module.css';

interface ArrowWordsProps {
  arrow: Arrow;
  isWalked: (edge: string) => boolean;
  isLast: (edge: string) => boolean;
}

const BASELINE = 13;

/** What leads along an arrow; where there are several, each shows its own kind of line. */
export const ArrowWords = ({ arrow: { label, rows }, isWalked, isLast }: ArrowWordsProps) => {
  const isMarked = rows.length > 1;
  const left = label.x + LABEL_PADDING;
  return (
    <g>
      <rect
        className={styles['label']}
        data-last={rows.some(({ edge }) => isLast(edge)) ? '' : undefined}
        x={label.x}
        y={label.y}
        width={label.width}
        height={label.height}
        rx={5}
      />
      {rows.map(({ edge, text }, index) => {
        const top = label.y + LABEL_PADDING / 2 + index * FONTS.label.line;
        return (
          <g key={edge}>
            {isMarked && (
              <path
                className={styles['mark']}
                d={`M${left} ${top + FONTS.label.line / 2}h${ROW_MARK - 6}`}
                data-dashed={isWalked(edge) ? undefined : ''}
                data-last={isLast(edge) ? '' : undefined}
              />
            )}
            <text
              x={left + (isMarked ? ROW_MARK : 0)}
              y={top + BASELINE}
              className={styles['row']}
              data-last={isLast(edge) ? '' : undefined}
            >
              {text}
            </text>
          </g>
        );
      })}
    </g>
  );
};
