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

/** Fonts with the same widths on each system: Arial, Helvetica, and what replaces them on Linux. */
export const FONT = "Arial, Helvetica, Arimo, 'Liberation Sans', sans-serif";

type Weight = 'plain' | 'bold';

/** Widths in thousandths of the font size, from the fonts' own tables, which are alike. */
const WIDTHS: Record<Weight, [width: number, letters: string][]> = {
  plain: [
    [191, "'"],
    [222, 'ijl'],
    [260, '|'],
    [278, ' !,./:;I[\\]ft'],
    [334, '()-`r{}'],
    [355, '"'],
    [389, '*'],
    [469, '^'],
    [500, 'Jcksvxyz'],
    [556, '#$0123456789?L_abdeghnopqu'],
    [584, '+<=>~'],
    [611, 'FTZ'],
    [667, '&ABEKPSVXY'],
    [722, 'CDHNRUw'],
    [778, 'GOQ'],
    [833, 'Mm'],
    [889, '%'],
    [944, 'W'],
  ],
  bold: [
    [238, "'"],
    [280, ' ,./I\\ijl|'],
    [333, '!()-:;[]`ft'],
    [389, '*r{}'],
    [474, '"'],
    [500, 'z'],
    [556, '#$0123456789J_aceksvxy'],
    [584, '+<=>^~'],
    [611, '?FLTZbdghnopqu'],
    [667, 'EPSVXY'],
    [722, '&ABCDHKNRU'],
    [778, 'GOQw'],
    [889, 'M%m'],
    [944, 'W'],
  ],
};

/** Widest letter of the tables, and of most scripts that they do not have. */
const OTHER = 1015;

const tables = Object.fromEntries(
  Object.entries(WIDTHS).map(([weight, groups]) => [
    weight,
    new Map(groups.flatMap(([width, letters]) => [...letters].map((letter) => [letter, width]))),
  ]),
);

/** The width of a text in px at a font size in px. */
export const textWidth = (text: string, sizePx: number, weight: Weight = 'plain'): number => {
  const widths = [...text].map((letter) => tables[weight]?.get(letter) ?? OTHER);
  return (widths.reduce((sum, width) => sum + width, 0) * sizePx) / 1000;
};

/** The text in lines of at most so many px, broken at spaces. */
export const wrapText = (text: string, sizePx: number, widthMax: number): string[] => {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && textWidth(longer, sizePx) <= widthMax) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
};

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
