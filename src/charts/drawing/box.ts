import type { AnyStateNode } from 'xstate';
import { actionName } from '../action-name.ts';
import type { ChartEdge } from '../chart-edges.ts';
import { eventWords } from './event-words.ts';
import { FONTS, type FontName, textWidth, wrapText } from './fonts.ts';

/** A line inside a state's box; `edge` where it is a transition that leads nowhere else. */
interface Line {
  text: string;
  font: FontName;
  kind: 'description' | 'invoke' | 'action' | 'edge';
  edge?: string;
  /** Whether it goes on with the line before. */
  isContinued: boolean;
}

/** An edge as a drawing says it: `condition` is its guard, or `else`. */
export interface DrawnEdge extends ChartEdge {
  condition: string | undefined;
}

/** What stands in a state's box, and how much room that takes in px. */
export interface Box {
  id: string;
  title: string;
  kind: 'atomic' | 'compound' | 'parallel' | 'final' | 'history';
  /** Whether it is one of several states that are active at once. */
  isRegion: boolean;
  tags: string[];
  lines: Line[];
  /** Room for title and lines; a compound state's children come below. */
  width: number;
  height: number;
}

export const BOX_PADDING = 12;
export const TAG_PADDING = 8;
export const TAG_GAP = 6;
/** The star before the title of an active state. */
export const STAR_WIDTH = 18;
/** Room before a line: for a sample that shows whether it was walked, for a sign that it runs. */
export const MARKS = { edge: 26, invoke: 18, description: 0, action: 0 };
/** A final state has a second ring inside. */
const RING_ROOM = 8;
const TEXT_WIDTH_MAX = 230;
const WIDTH_MIN = 84;

/** How XState itself begins and ends a delay; the transition's label says as much. */
const DELAYS = new Set(['xstate.raise', 'xstate.cancel']);

/** The names of what a state does when it is entered or left. */
const actionLine = (when: string, actions: readonly unknown[]): string[] => {
  const names = actions
    .filter((action) => !DELAYS.has(String((action as { type?: unknown }).type)))
    .map(actionName);
  return names.length > 0 ? [`${when} / ${names.join(', ')}`] : [];
};

const wrapped = (text: string, line: Omit<Line, 'text' | 'isContinued'>): Line[] =>
  wrapText(text, line.font, TEXT_WIDTH_MAX).map((part, index) => ({
    ...line,
    text: part,
    isContinued: index > 0,
  }));

const edgeLine = ({ id, event, condition, actions }: DrawnEdge): Line[] =>
  wrapped(
    [
      eventWords(event),
      ...(condition === undefined ? [] : [`[${condition}]`]),
      ...(actions.length > 0 ? [`/ ${actions.join(', ')}`] : []),
    ].join(' '),
    { font: 'label', kind: 'edge', edge: id },
  );

/** Lays out the text of a state; `inner` are its transitions without a target. */
export const boxOf = (node: AnyStateNode, inner: DrawnEdge[]): Box => {
  const lines: Line[] = [
    ...(node.type === 'history'
      ? wrapped(`history, ${node.history}`, { font: 'text', kind: 'action' })
      : []),
    ...wrapped(node.description ?? '', { font: 'text', kind: 'description' }),
    ...node.invoke.flatMap(({ id }) =>
      wrapped(`runs ${String(id)}`, { font: 'label', kind: 'invoke' }),
    ),
    ...[...actionLine('entry', node.entry), ...actionLine('exit', node.exit)].flatMap((text) =>
      wrapped(text, { font: 'text', kind: 'action' }),
    ),
    ...inner.flatMap(edgeLine),
  ];
  const tags = node.tags;
  const head =
    STAR_WIDTH +
    textWidth(node.key, 'title') +
    tags.reduce((sum, tag) => sum + TAG_GAP + textWidth(tag, 'tag') + 2 * TAG_PADDING, 0);
  const rows = lines.map(({ text, font, kind }) => textWidth(text, font) + MARKS[kind]);
  return {
    id: node.id,
    title: node.key,
    kind: node.type,
    isRegion: node.parent?.type === 'parallel',
    tags,
    lines,
    width: Math.ceil(
      Math.max(WIDTH_MIN, head, ...rows) +
        2 * BOX_PADDING +
        (node.type === 'final' ? RING_ROOM : 0),
    ),
    height:
      FONTS.title.line +
      lines.reduce((sum, { font }) => sum + FONTS[font].line, 0) +
      2 * BOX_PADDING -
      4,
  };
};
