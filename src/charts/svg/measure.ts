import type { AnyStateNode } from 'xstate';
import { type ChartEdge, edgeText } from '../model/chart-edges.ts';
import { stateLines } from '../viewer/layout/drawn-text.ts';
import {
  type Bundle,
  type ChartGraph,
  LABEL,
  type Size,
  type Sizes,
} from '../viewer/layout/elk-graph.ts';
import { textWidth, wrapText } from './text-width.ts';

/** How a state or an edge differs from another version of the chart. */
export type Mark = 'added' | 'removed' | 'changed';

/** Marks by id of the state or edge. */
export type Marks = ReadonlyMap<string, Mark>;

/** What is before a text with a mark. */
export const SIGNS: Record<Mark, string> = { added: '+', removed: '−', changed: '~' };

/** Font sizes. */
export const TITLE_PX = 15;
export const TEXT_PX = 13;
export const TAG_PX = 11.5;

/** Heights of the parts of a state, and the room around them. */
export const STATE = { x: 12, top: 8, bottom: 10, header: 22, line: 18, indent: 26 };
export const TAG = { padding: 8, gap: 6, height: 17 };
export const ROW = { x: 6, y: 3, height: 17 };
const TEXT_MAX_PX = 230;

/** A line of text; `kind` has the classes that draw it. */
interface Line {
  text: string;
  kind: string;
  indent: number;
  /** Whether it begins a text, and has its sign before it: an arrow or a line. */
  isFirst: boolean;
}

const signed = (text: string, mark: Mark | undefined): string =>
  mark ? `${SIGNS[mark]} ${text}` : text;

/** The lines of a state below its title. */
export const linesOf = (state: AnyStateNode, internal: ChartEdge[], marks: Marks): Line[] =>
  stateLines(state, internal).flatMap(({ text, kind, edge = '' }) =>
    wrapText(signed(text, marks.get(edge)), TEXT_PX, TEXT_MAX_PX).map((part, index) => ({
      text: part,
      kind: `${kind} ${marks.get(edge) ?? ''}`.trim(),
      indent: kind === 'edge' || kind === 'invoke' ? STATE.indent : 0,
      isFirst: index === 0,
    })),
  );

export const titleOf = (state: AnyStateNode, marks: Marks): string =>
  signed(state.key, marks.get(state.id));

export const tagWidth = (tag: string): number => textWidth(tag, TAG_PX, 'bold') + 2 * TAG.padding;

/** The rows of a label, one for each edge of its line. */
export const rowsOf = ({ edges }: Bundle, marks: Marks) =>
  edges.map((edge) => {
    const mark = marks.get(edge.id);
    return { id: edge.id, mark, text: signed(edgeText(edge), mark) };
  });

const stateSize = (state: AnyStateNode, internal: ChartEdge[], marks: Marks): Size => {
  const lines = linesOf(state, internal, marks);
  const header =
    textWidth(titleOf(state, marks), TITLE_PX, 'bold') +
    state.tags.reduce((sum, tag) => sum + TAG.gap + tagWidth(tag), 0);
  const widths = lines.map(({ text, indent }) => indent + textWidth(text, TEXT_PX));
  return {
    width: Math.ceil(Math.max(header, ...widths)) + 2 * STATE.x,
    height: STATE.top + STATE.header + lines.length * STATE.line + STATE.bottom,
  };
};

const labelSize = (bundle: Bundle, marks: Marks): Size => {
  const rows = rowsOf(bundle, marks);
  const widths = rows.map(({ text }) => textWidth(text, TEXT_PX));
  return {
    width: Math.ceil(Math.max(...widths)) + 2 * ROW.x,
    height: rows.length * ROW.height + 2 * ROW.y,
  };
};

/** The sizes of a chart's states and labels, by their fonts' widths. */
export const measure = ({ states, bundles }: ChartGraph, marks: Marks): Sizes =>
  new Map([
    ...states.map(({ state, internal }) => [state.id, stateSize(state, internal, marks)] as const),
    ...bundles.map((bundle) => [bundle.id + LABEL, labelSize(bundle, marks)] as const),
  ]);
