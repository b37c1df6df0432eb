import ELK from 'elkjs/lib/elk.bundled.js';
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { edgeText, linePath, stateLines } from '../viewer/layout/drawn-text.ts';
import {
  type Area,
  type Bundle,
  type ChartGraph,
  type ChartLayout,
  chartGraph,
  fitScale,
  INITIAL,
  LABEL,
  type LabelledEdge,
  readLayout,
  type Size,
} from '../viewer/layout/elk-graph.ts';
import { svgStyle } from './svg-style.ts';
import { textWidth, wrapText } from './text-width.ts';

/** How a state or an edge differs from another version of the chart. */
export type Mark = 'added' | 'removed' | 'changed';

/** Marks by id of the state or edge. */
export type Marks = ReadonlyMap<string, Mark>;

const SIGNS: Record<Mark, string> = { added: '+', removed: '−', changed: '~' };
/** If several edges are one line, it shows the first of these. */
const MARKS: Mark[] = ['removed', 'added', 'changed'];

const TITLE_PX = 15;
const TEXT_PX = 13;
const TAG_PX = 11.5;
const LINE_PX = 18;
const PADDING = { x: 12, top: 8, bottom: 10 };
const HEADER_PX = 22;
const TAG = { padding: 8, gap: 6, height: 17 };
const INDENT_PX = 26;
const TEXT_MAX_PX = 230;
const LABEL_PADDING = { x: 6, y: 3 };
const ROW_PX = 17;
/** A line begins so far above the foot of its row. */
const BASELINE_PX = 5;
/** What a document offers: a page in portrait format. */
const PAGE: Size = { width: 1000, height: 1300 };

interface Line {
  text: string;
  kind: string;
  /** Whether it has the sign of its kind before it, an arrow or a line. */
  isFirst: boolean;
}

const escapeXml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML allows none of them.
    .replaceAll(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '');

const round = (value: number): number => Math.round(value * 10) / 10;

/** Text that keeps its width where the fonts are missing. */
const drawText = (
  text: string,
  x: number,
  y: number,
  sizePx: number,
  className: string,
): string => {
  const width = round(textWidth(text, sizePx, /title|tag/.test(className) ? 'bold' : 'plain'));
  return `<text class="${className}" x="${round(x)}" y="${round(y)}" textLength="${width}" lengthAdjust="spacingAndGlyphs">${escapeXml(text)}</text>`;
};

const drawBox = ({ x, y, width, height }: Area, className: string, radius: number): string =>
  `<rect class="${className}" x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="${radius}"/>`;

const indentOf = (kind: string): number => (kind === 'edge' || kind === 'invoke' ? INDENT_PX : 0);

const signed = (text: string, mark: Mark | undefined): string =>
  mark ? `${SIGNS[mark]} ${text}` : text;

const linesOf = (state: AnyStateNode, internal: LabelledEdge[], marks: Marks): Line[] =>
  stateLines(state, internal).flatMap(({ text, kind, edge }) =>
    wrapText(signed(text, marks.get(edge ?? '')), TEXT_PX, TEXT_MAX_PX).map((part, index) => ({
      text: part,
      kind: edge && marks.has(edge) ? `${kind} ${marks.get(edge)}` : kind,
      isFirst: index === 0,
    })),
  );

const titleOf = (state: AnyStateNode, marks: Marks): string =>
  signed(state.key, marks.get(state.id));

const tagWidth = (tag: string): number => textWidth(tag, TAG_PX, 'bold') + 2 * TAG.padding;

const stateSize = (state: AnyStateNode, internal: LabelledEdge[], marks: Marks): Size => {
  const lines = linesOf(state, internal, marks);
  const header =
    textWidth(titleOf(state, marks), TITLE_PX, 'bold') +
    state.tags.reduce((sum, tag) => sum + TAG.gap + tagWidth(tag), 0);
  const widths = lines.map(
    ({ text, kind }) => indentOf(kind.split(' ')[0] ?? '') + textWidth(text, TEXT_PX),
  );
  return {
    width: Math.ceil(Math.max(header, ...widths)) + 2 * PADDING.x,
    height: PADDING.top + HEADER_PX + lines.length * LINE_PX + PADDING.bottom,
  };
};

const rowsOf = (
  { edges }: Bundle,
  marks: Marks,
): { text: string; mark: Mark | undefined; id: string }[] =>
  edges.map((edge) => {
    const mark = marks.get(edge.id);
    return { text: signed(edgeText(edge), mark), mark, id: edge.id };
  });

const labelSize = (bundle: Bundle, marks: Marks): Size => {
  const rows = rowsOf(bundle, marks);
  return {
    width:
      Math.ceil(Math.max(...rows.map(({ text }) => textWidth(text, TEXT_PX)))) +
      2 * LABEL_PADDING.x,
    height: rows.length * ROW_PX + 2 * LABEL_PADDING.y,
  };
};

const layOut = async (graph: ChartGraph, marks: Marks): Promise<ChartLayout> => {
  const sizes = new Map([
    ...graph.states.map(
      ({ state, internal }) => [state.id, stateSize(state, internal, marks)] as const,
    ),
    ...graph.bundles.map((bundle) => [bundle.id + LABEL, labelSize(bundle, marks)] as const),
  ]);
  const elk = new ELK();
  const [down, right] = await Promise.all(
    (['DOWN', 'RIGHT'] as const).map(async (direction) =>
      readLayout(graph, await elk.layout(graph.toElk(direction, sizes))),
    ),
  );
  if (!down || !right) throw new Error('ELK gave no layout');
  return fitScale(right, PAGE) > fitScale(down, PAGE) ? right : down;
};

const classOf = (state: AnyStateNode): string => {
  const isLeaf = Object.keys(state.states).length === 0;
  const isRegion = state.parent?.type === 'parallel';
  return `state ${isLeaf ? 'leaf' : 'outer'}${isRegion ? ' region' : ''}`;
};

const drawMarker = (kind: string, x: number, y: number): string => {
  if (kind.startsWith('edge')) return `<path class="line" d="M${round(x)} ${round(y - 4)}h18"/>`;
  return kind.startsWith('invoke')
    ? `<path class="head" d="M${round(x)} ${round(y - 9)}l9 5-9 5Z"/>`
    : '';
};

const drawState = (
  state: AnyStateNode,
  internal: LabelledEdge[],
  area: Area,
  marks: Marks,
): string => {
  const left = area.x + PADDING.x;
  const top = area.y + PADDING.top;
  const title = titleOf(state, marks);
  let x = left + textWidth(title, TITLE_PX, 'bold');
  const tags = state.tags.flatMap((tag) => {
    const box = { x: x + TAG.gap, y: top + 3, width: tagWidth(tag), height: TAG.height };
    x = box.x + box.width;
    const kind = tag === 'error' ? 'tag error' : 'tag';
    return [
      drawBox(box, `wash ${kind}`, TAG.height / 2),
      drawText(tag, box.x + TAG.padding, box.y + 12.5, TAG_PX, kind),
    ];
  });
  const lines = linesOf(state, internal, marks).flatMap(({ text, kind, isFirst }, index) => {
    const foot = top + HEADER_PX + (index + 1) * LINE_PX - BASELINE_PX;
    return [
      isFirst ? drawMarker(kind, left, foot) : '',
      drawText(text, left + indentOf(kind.split(' ')[0] ?? ''), foot, TEXT_PX, kind),
    ];
  });
  const mark = marks.get(state.id);
  const inner = { x: area.x + 4, y: area.y + 4, width: area.width - 8, height: area.height - 8 };
  return [
    `<g data-state="${escapeXml(state.id)}"><title>${escapeXml(state.path.join('.') || state.id)}</title>`,
    drawBox(area, `${classOf(state)}${mark ? ` ${mark}` : ''}`, 6),
    state.type === 'final' ? drawBox(inner, 'final', 4) : '',
    drawText(title, left, top + 16, TITLE_PX, `title${mark ? ` ${mark}` : ''}`),
    ...tags,
    ...lines,
    '</g>',
  ].join('');
};

const lineMark = (edges: LabelledEdge[], marks: Marks): Mark | undefined =>
  MARKS.find((mark) => edges.some(({ id }) => marks.get(id) === mark));

const drawLine = ({ points, bundle }: ChartLayout['edges'][number], marks: Marks): string => {
  const [end, before] = [points.at(-1), points.at(-2)];
  if (!end || !before) return '';
  const mark = lineMark(bundle?.edges ?? [], marks);
  const angle = Math.round((Math.atan2(end.y - before.y, end.x - before.x) * 180) / Math.PI);
  const rounded = points.map(({ x, y }) => ({ x: round(x), y: round(y) }));
  const className = mark ? ` ${mark}` : '';
  return [
    `<path class="line${className}" d="${linePath(rounded).replaceAll(/\d+\.\d+/g, (number) => `${round(Number(number))}`)}"/>`,
    `<path class="head${className}" transform="translate(${round(end.x)} ${round(end.y)}) rotate(${angle})" d="M0 0-9-4.5V4.5Z"/>`,
  ].join('');
};

const drawLabel = (bundle: Bundle, area: Area, marks: Marks): string =>
  [
    drawBox(area, 'label', 5),
    ...rowsOf(bundle, marks).map(({ text, mark, id }, index) => {
      const foot = area.y + LABEL_PADDING.y + (index + 1) * ROW_PX - BASELINE_PX;
      const drawn = drawText(text, area.x + LABEL_PADDING.x, foot, TEXT_PX, mark ?? 'text');
      return `<g data-edge="${escapeXml(id)}">${drawn}</g>`;
    }),
  ].join('');

/**
 * Draws a chart as the live view lays it out: one SVG document with both colour schemes, without
 * scripts or fonts of its own.
 *
 * @param marks what differs from another version: a colour, a sign and another line
 */
export const chartSvg = async (
  machine: AnyStateMachine,
  marks: Marks = new Map(),
): Promise<string> => {
  const graph = chartGraph(machine);
  const layout = await layOut(graph, marks);
  const [width, height] = [Math.ceil(layout.width), Math.ceil(layout.height)];
  const draw = <Item>(
    items: Item[],
    idOf: (item: Item) => string,
    drawn: (item: Item, area: Area) => string,
  ) =>
    items.flatMap((item) => {
      const area = layout.places.get(idOf(item));
      return area ? [drawn(item, area)] : [];
    });
  const edges = graph.bundles.reduce((sum, bundle) => sum + bundle.edges.length, 0);
  const internal = graph.states.reduce((sum, state) => sum + state.internal.length, 0);
  const about = `${machine.root.description ?? ''} ${graph.states.length - 1} states, ${edges + internal} transitions.`;
  const dots = graph.states.filter(({ state }) => layout.places.has(state.id + INITIAL));
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" class="chart" role="img" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<title>${escapeXml(machine.id)}</title>`,
    `<desc>${escapeXml(about.trim())}</desc>`,
    `<style>${svgStyle}</style>`,
    drawBox({ x: 0, y: 0, width, height }, 'canvas', 0),
    ...draw(
      graph.states.filter(({ state }) => Object.keys(state.states).length > 0),
      ({ state }) => state.id,
      ({ state, internal: inside }, area) => drawState(state, inside, area, marks),
    ),
    ...layout.edges.map((edge) => drawLine(edge, marks)),
    ...draw(
      graph.states.filter(({ state }) => Object.keys(state.states).length === 0),
      ({ state }) => state.id,
      ({ state, internal: inside }, area) => drawState(state, inside, area, marks),
    ),
    ...draw(
      dots,
      ({ state }) => state.id + INITIAL,
      (_, area) => drawBox(area, 'head', area.width / 2),
    ),
    ...draw(
      graph.bundles,
      ({ id }) => id + LABEL,
      (bundle, area) => drawLabel(bundle, area, marks),
    ),
    '</svg>',
  ].join('\n')}\n`;
};
