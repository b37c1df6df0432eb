import ELK from 'elkjs/lib/elk.bundled.js';
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import type { ChartEdge } from '../model/chart-edges.ts';
import { linePath } from '../viewer/layout/drawn-text.ts';
import {
  type Area,
  type Bundle,
  type ChartLayout,
  chartGraph,
  fittingLayout,
  INITIAL,
  LABEL,
  layOut,
  type Size,
} from '../viewer/layout/elk-graph.ts';
import {
  FONT,
  linesOf,
  type Mark,
  type Marks,
  measure,
  ROW,
  rowsOf,
  STATE,
  TAG,
  TAG_PX,
  TEXT_PX,
  TITLE_PX,
  tagWidth,
  textWidth,
  titleOf,
} from './measure.ts';

/** Colours of the site and of the live view, light and dark. */
const COLORS = {
  page: ['#fbfaf7', '#0f1220'],
  raised: ['#ffffff', '#171b2e'],
  outer: ['#c9c4b6', '#444e78'],
  border: ['#8a8677', '#6b7396'],
  ink: ['#16181d', '#f4f2ec'],
  quiet: ['#565a63', '#a9aec0'],
  link: ['#2b3a8c', '#aebbff'],
  linkWash: ['#eceef8', '#232a4a'],
  good: ['#1b7f4b', '#5bd08f'],
  bad: ['#b3261e', '#ff8a80'],
  badWash: ['#fbecea', '#2d1c2a'],
} as const;

type Scheme = 0 | 1;

const rules = (scheme: Scheme): string => {
  const color = (name: keyof typeof COLORS) => COLORS[name][scheme];
  const mark = (name: string, of: keyof typeof COLORS) =>
    `text.${name}{fill:${color(of)}}rect.${name},path.line.${name}{stroke:${color(of)}}path.head.${name}{fill:${color(of)}}`;
  return [
    `.canvas,.label{fill:${color('page')}}`,
    `.outer{stroke:${color('outer')}}.leaf{fill:${color('raised')}}`,
    `.leaf,.region,.final{stroke:${color('border')}}`,
    `text{fill:${color('ink')}}.description,.action{fill:${color('quiet')}}`,
    `.line{stroke:${color('quiet')}}.head{fill:${color('quiet')}}`,
    `rect.tag{fill:${color('linkWash')}}text.tag{fill:${color('link')}}`,
    `rect.error{fill:${color('badWash')}}text.error{fill:${color('bad')}}`,
    mark('added', 'good'),
    mark('removed', 'bad'),
    mark('changed', 'link'),
  ].join('');
};

/**
 * The style of a drawing. Custom properties and light-dark() are left out, because programs other than
 * browsers do not know them; those draw the light scheme.
 */
const svgStyle = [
  '.title{font-size:15px;font-weight:700}.tag{font-size:11.5px;font-weight:700}',
  '.outer,.final,.line{fill:none}.state,.final,.line{stroke-width:1.25}.region{stroke-dasharray:4 3}',
  'rect.added,path.line.added{stroke-width:3}',
  'rect.removed,path.line.removed{stroke-width:3;stroke-dasharray:9 4}text.removed{text-decoration:line-through}',
  'rect.changed,path.line.changed{stroke-width:3;stroke-dasharray:2 3}',
  rules(0),
  `@media (prefers-color-scheme:dark){${rules(1)}}`,
].join('');

/** If several edges are one line, it shows the first of these. */
const MARKS: Mark[] = ['removed', 'added', 'changed'];
/** A text stands so far above the foot of its row. */
const BASELINE_PX = 5;
/** What a document offers: a page in portrait format. */
const PAGE: Size = { width: 1000, height: 1300 };

/** Escapes a text for SVG and HTML. */
export const escapeXml = (text: string): string =>
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
  const width = round(textWidth(text, sizePx, sizePx === TEXT_PX ? 'plain' : 'bold'));
  return `<text class="${className}" x="${round(x)}" y="${round(y)}" textLength="${width}" lengthAdjust="spacingAndGlyphs">${escapeXml(text)}</text>`;
};

const drawBox = ({ x, y, width, height }: Area, className: string, radius: number): string =>
  `<rect class="${className}" x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="${radius}"/>`;

const isLeaf = (state: AnyStateNode): boolean => Object.keys(state.states).length === 0;

const drawOutline = (state: AnyStateNode, area: Area, marks: Marks): string => {
  const region = state.parent?.type === 'parallel' ? ' region' : '';
  const classes = `state ${isLeaf(state) ? 'leaf' : 'outer'}${region} ${marks.get(state.id) ?? ''}`;
  const inner = { x: area.x + 4, y: area.y + 4, width: area.width - 8, height: area.height - 8 };
  const outline = drawBox(area, classes.trim(), 6);
  return state.type === 'final' ? outline + drawBox(inner, 'final', 4) : outline;
};

const drawSign = (kind: string, x: number, y: number): string => {
  if (kind.startsWith('edge')) return `<path class="line" d="M${round(x)} ${round(y - 4)}h18"/>`;
  return kind.startsWith('invoke')
    ? `<path class="head" d="M${round(x)} ${round(y - 9)}l9 5-9 5Z"/>`
    : '';
};

/** Title, tags and lines of a state. Behind those of an outer state, edges can run. */
const drawTexts = (
  state: AnyStateNode,
  internal: ChartEdge[],
  area: Area,
  marks: Marks,
): string => {
  const [left, top] = [area.x + STATE.x, area.y + STATE.top];
  const behind = (width: number, y: number, height: number) =>
    isLeaf(state) ? '' : drawBox({ x: left, y, width, height }, 'label', 0);
  const title = titleOf(state, marks);
  const width = textWidth(title, TITLE_PX, 'bold');
  let x = left + width;
  const tags = state.tags.flatMap((tag) => {
    const box = { x: x + TAG.gap, y: top + 3, width: tagWidth(tag), height: TAG.height };
    x = box.x + box.width;
    const kind = tag === 'error' ? 'tag error' : 'tag';
    const text = drawText(tag, box.x + TAG.padding, box.y + 12.5, TAG_PX, kind);
    return [drawBox(box, kind, TAG.height / 2), text];
  });
  const lines = linesOf(state, internal, marks).flatMap(
    ({ text, kind, indent, isFirst }, index) => {
      const y = top + STATE.header + index * STATE.line;
      const foot = y + STATE.line - BASELINE_PX;
      return [
        behind(indent + textWidth(text, TEXT_PX), y, STATE.line),
        isFirst ? drawSign(kind, left, foot) : '',
        drawText(text, left + indent, foot, TEXT_PX, kind),
      ];
    },
  );
  return [
    `<g data-state="${escapeXml(state.id)}"><title>${escapeXml(state.path.join('.') || state.id)}</title>`,
    behind(width, top, STATE.header),
    drawText(title, left, top + 16, TITLE_PX, `title ${marks.get(state.id) ?? ''}`.trim()),
    ...tags,
    ...lines,
    '</g>',
  ].join('');
};

const drawLine = ({ points, bundle }: ChartLayout['edges'][number], marks: Marks): string => {
  const [end, before] = [points.at(-1), points.at(-2)];
  if (!end || !before) return '';
  const mark = MARKS.find((one) => bundle?.edges.some(({ id }) => marks.get(id) === one)) ?? '';
  const angle = Math.round((Math.atan2(end.y - before.y, end.x - before.x) * 180) / Math.PI);
  const path = linePath(points, 2).replaceAll(/\d+\.\d+/g, (number) => `${round(Number(number))}`);
  return [
    `<path class="${`line ${mark}`.trim()}" d="${path}"/>`,
    `<path class="${`head ${mark}`.trim()}" transform="translate(${round(end.x)} ${round(end.y)}) rotate(${angle})" d="M0 0-9-4.5V4.5Z"/>`,
  ].join('');
};

const drawLabel = (bundle: Bundle, area: Area, marks: Marks): string => {
  const rows = rowsOf(bundle, marks).map(({ text, mark, id }, index) => {
    const foot = area.y + ROW.y + (index + 1) * ROW.height - BASELINE_PX;
    return `<g data-edge="${escapeXml(id)}">${drawText(text, area.x + ROW.x, foot, TEXT_PX, mark ?? 'edge')}</g>`;
  });
  return drawBox(area, 'label', 5) + rows.join('');
};

/**
 * Draws a chart as the live view lays it out: one SVG document with both colour schemes, without
 * scripts or fonts of its own.
 *
 * @param marks what differs from another version: shown by a colour, a sign and the kind of line
 */
export const chartSvg = async (
  machine: AnyStateMachine,
  marks: Marks = new Map(),
): Promise<string> => {
  const graph = chartGraph(machine);
  const elk = new ELK();
  const layouts = await layOut(graph, measure(graph, marks), (input) => elk.layout(input));
  const layout = fittingLayout(layouts, PAGE);
  const [width, height] = [Math.ceil(layout.width), Math.ceil(layout.height)];
  const placed = graph.states.flatMap((one) => {
    const area = layout.places.get(one.state.id);
    const dot = layout.places.get(one.state.id + INITIAL);
    return area ? [{ ...one, area, dot }] : [];
  });
  const about = `${machine.root.description ?? ''} ${graph.states.length - 1} states, ${graph.edges.length} transitions.`;
  const outlines = (wanted: boolean) =>
    placed.flatMap(({ state, area }) =>
      isLeaf(state) === wanted ? drawOutline(state, area, marks) : [],
    );
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" class="chart" role="img" font-family="${FONT}" font-size="${TEXT_PX}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<title>${escapeXml(machine.id)}</title>`,
    `<desc>${escapeXml(about.trim())}</desc>`,
    `<style>${svgStyle}</style>`,
    drawBox({ x: 0, y: 0, width, height }, 'canvas', 0),
    ...outlines(false),
    ...layout.edges.map((edge) => drawLine(edge, marks)),
    ...outlines(true),
    ...placed.flatMap(({ dot }) => (dot ? drawBox(dot, 'head', dot.width / 2) : [])),
    ...placed.map(({ state, internal, area }) => drawTexts(state, internal, area, marks)),
    ...graph.bundles.flatMap((bundle) => {
      const area = layout.places.get(bundle.id + LABEL);
      return area ? drawLabel(bundle, area, marks) : [];
    }),
    '</svg>',
  ].join('\n')}\n`;
};
