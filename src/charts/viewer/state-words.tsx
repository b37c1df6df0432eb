import { BOX_PADDING, MARKS, STAR_WIDTH, TAG_GAP, TAG_PADDING } from '../drawing/box.ts';
import { FONTS, textWidth } from '../drawing/fonts.ts';
import type { PlacedBox } from '../drawing/layout.ts';
import styles from './state-words.module.css';

interface StateWordsProps {
  placed: PlacedBox;
  isActive: boolean;
  isWalked: (edge: string) => boolean;
  isLast: (edge: string) => boolean;
  titleGrowth: number;
}

const STAR = 'M0-7 1.5-1.5 7 0 1.5 1.5 0 7-1.5 1.5-7 0-1.5-1.5Z';
const TITLE_BASELINE = 16;
const LINE_BASELINE = 13;
/** Part of a box's width that a grown title may take. */
const TITLE_ROOM = 0.9;

/** As large as asked for, as far as the box has room. */
const titleSize = ({ box, width }: PlacedBox, growth: number): number => {
  const room = (width * TITLE_ROOM - STAR_WIDTH) / textWidth(box.title, 'title');
  return FONTS.title.size * Math.max(1, Math.min(growth, room, box.height / FONTS.title.line));
};

/** What stands in a state: its title, its tags, what it does, and what keeps it where it is. */
export const StateWords = ({
  placed,
  isActive,
  isWalked,
  isLast,
  titleGrowth,
}: StateWordsProps) => {
  const { box, x, y } = placed;
  const left = x + BOX_PADDING;
  const top = y + BOX_PADDING - 4;
  const isOverview = titleGrowth > 1;
  const size = titleSize(placed, titleGrowth);
  let tagLeft = left + STAR_WIDTH + textWidth(box.title, 'title');
  let lineTop = top + FONTS.title.line + 2;
  const isOuter = box.kind === 'compound' || box.kind === 'parallel';
  return (
    <g
      className={styles['words']}
      data-lit={isActive && !isOuter ? '' : undefined}
      data-outer={isOuter ? '' : undefined}
    >
      {isActive && (
        <path
          className={styles['star']}
          d={STAR}
          transform={`translate(${left + 5} ${top + size * 0.72}) scale(${isOverview ? 1.4 : 1})`}
        />
      )}
      <text
        className={styles['title']}
        x={left + (isActive ? STAR_WIDTH : 0)}
        y={top + (isOverview ? size : TITLE_BASELINE)}
        fontSize={size}
      >
        {box.title}
      </text>
      {!isOverview &&
        box.tags.map((tag) => {
          const width = textWidth(tag, 'tag') + 2 * TAG_PADDING;
          const at = tagLeft + TAG_GAP;
          tagLeft = at + width;
          return (
            <g key={tag}>
              <rect
                className={styles['tag']}
                data-tag={tag}
                x={at}
                y={top + 1}
                width={width}
                height={FONTS.tag.line}
                rx={10}
              />
              <text className={styles['tagText']} data-tag={tag} x={at + TAG_PADDING} y={top + 15}>
                {tag}
              </text>
            </g>
          );
        })}
      {!isOverview &&
        box.lines.map((line, index) => {
          const at = lineTop;
          lineTop += FONTS[line.font].line;
          const last = line.edge !== undefined && isLast(line.edge) ? '' : undefined;
          const middle = at + FONTS[line.font].line / 2;
          return (
            <g
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a drawing never change.
              key={index}
            >
              {line.kind === 'edge' && !line.isContinued && (
                <path
                  className={styles['mark']}
                  d={`M${left} ${middle}h${MARKS.edge - 8}`}
                  data-last={last}
                  data-dashed={line.edge !== undefined && isWalked(line.edge) ? undefined : ''}
                />
              )}
              {line.kind === 'invoke' && !line.isContinued && (
                <path className={styles['runs']} d={`M${left + 1} ${middle - 5}l9 5-9 5Z`} />
              )}
              <text
                className={styles['text']}
                data-kind={line.kind}
                data-last={last}
                x={left + MARKS[line.kind]}
                y={at + LINE_BASELINE}
              >
                {line.text}
              </text>
            </g>
          );
        })}
    </g>
  );
};
