import type { AnyStateMachine } from 'xstate';
import { edgesOf } from '#charts/model/chart-edges.ts';
import { edgeNames, statePaths } from '#charts/model/state-paths.ts';
import { DAY_MS, MS_PER_S } from '#contract/durations.ts';
import type { EdgePath } from '../edge-paths.ts';
import { START_TIME_MS } from '../path-options.ts';
import type { Effect, Outcome } from '../path-outcome.ts';
import { valueText } from '../state-names.ts';
import type { ChartReport } from './chart-report.ts';

/** Longer texts are truncated; a payload only has to be recognizable. */
const TEXT_LENGTH_MAX = 40;
/** Limits of printed list entries and nesting. */
const ENTRIES_MAX = 12;
const DEPTH_MAX = 4;
/** Times are rounded to 15 s, because module loading takes a varying time. */
const GRAIN_S = 15;
/** Numbers within 30 years (ms) of the start time are timestamps and printed relative to it. */
const TIME_REACH_MS = 30 * 365 * DAY_MS;

const isTime = (value: number): boolean => Math.abs(value - START_TIME_MS) < TIME_REACH_MS;

const timeInShort = (value: number): string => {
  const seconds = Math.round((value - START_TIME_MS) / MS_PER_S / GRAIN_S) * GRAIN_S;
  if (seconds === 0) return 'now';
  const amount =
    Math.abs(seconds) % 60 === 0 ? `${Math.abs(seconds) / 60} min` : `${Math.abs(seconds)} s`;
  return seconds > 0 ? `in ${amount}` : `${amount} ago`;
};

const textInShort = (value: string): string => {
  const end = value.length > TEXT_LENGTH_MAX ? '…' : '';
  return `'${value.slice(0, TEXT_LENGTH_MAX)}${end}'`.replaceAll('\n', '⏎');
};

const listInShort = (values: unknown[], depth: number): string => {
  const shown = values.slice(0, ENTRIES_MAX).map((value) => inShort(value, depth + 1));
  const left = values.length - shown.length;
  return `[${[...shown, ...(left > 0 ? [`${left} more`] : [])].join(', ')}]`;
};

/** Files, errors, dates, actors and class instances by name; undefined for plain objects. */
const namedInShort = (value: object): string | undefined => {
  if (value instanceof File) return `${value.name} (${value.size} bytes)`;
  if (value instanceof Error) return value.message;
  if (value instanceof Date) return timeInShort(value.getTime());
  if ('sessionId' in value && 'getSnapshot' in value) return '(actor)';
  const kind = value.constructor;
  return kind && kind !== Object ? `(${kind.name})` : undefined;
};

const entriesInShort = (value: object, depth: number): string[] =>
  Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .map(([key, inner]) => `${key}: ${inShort(inner, depth)}`);

/**
 * A payload or input in one line; timestamps (epoch ms) are relative, so the line is the same in every
 * run.
 */
const inShort = (value: unknown, depth = 0): string => {
  if (typeof value === 'string') return textInShort(value);
  if (typeof value === 'number') return isTime(value) ? timeInShort(value) : String(value);
  if (typeof value === 'function') return '(function)';
  if (typeof value !== 'object' || value === null) return String(value);
  if (depth > DEPTH_MAX) return '…';
  if (Array.isArray(value)) return listInShort(value, depth);
  if (value instanceof Set) return listInShort([...value], depth);
  const entries = value instanceof Map ? Object.fromEntries(value) : value;
  const named = namedInShort(entries);
  if (named !== undefined) return named;
  const shown = entriesInShort(entries, depth + 1);
  return shown.length === 0 ? '{}' : `{ ${shown.join(', ')} }`;
};

/** Longer delays are rounded to seconds, because some are computed when their module loads. */
const EXACT_MAX_MS = 10 * MS_PER_S;

const delayText = (delayMs: number): string =>
  `${delayMs > EXACT_MAX_MS ? Math.round(delayMs / MS_PER_S) * MS_PER_S : delayMs} ms`;

/** The name or length of a delay: `resendPause` for `xstate.after.resendPause.otp.open`. */
const delayName = (event: string): string => /^xstate\.after\.([^.]*)\./.exec(event)?.[1] ?? event;

/** An event with its payload in one line. */
export const withPayload = ({ type, ...payload }: { type: string }): string =>
  [type, entriesInShort(payload, 1).join(', ')].filter(Boolean).join('  ');

/** `notice codeSent` of `{ type: 'notice', notice: 'codeSent' }`, else with the payload. */
const emittedText = ({ type, ...payload }: { type: string }): string => {
  const values = Object.values(payload);
  const [only] = values;
  return values.length === 1 && typeof only === 'string'
    ? `${type} ${only}`
    : withPayload({ type, ...payload });
};

const childText = (id?: string, src?: string): string =>
  id === undefined || id === src ? (src ?? 'a child') : src === undefined ? id : `${id} (${src})`;

const effectText = (effect: Effect): string => {
  switch (effect.kind) {
    case 'emits':
      return `emits ${emittedText(effect.event)}`;
    case 'runs': {
      const input = effect.input === undefined ? '' : ` ${inShort(effect.input)}`;
      return `runs ${childText(effect.id, effect.src)}${input}`;
    }
    case 'waits':
      return `waits ${delayName(effect.event)} ${delayText(effect.delayMs)}`;
    case 'raises':
      return `raises ${withPayload(effect.event)}`;
    case 'sends': {
      const later = effect.delayMs === undefined ? '' : ` after ${delayText(effect.delayMs)}`;
      return `sends ${effect.to} ${withPayload(effect.event)}${later}`;
    }
    case 'stops':
      return `stops ${effect.id}`;
    case 'does':
      return `does ${effect.action}${effect.params === undefined ? '' : ` ${inShort(effect.params)}`}`;
  }
};

/** The outcome of a step without its edges, one line each: effects, context, tags, output. */
const outcomeText = ({ effects, assigned, tags, ...ended }: Outcome): string[] => {
  const entries = Object.entries(assigned);
  const set = entries.filter(([, value]) => value !== undefined);
  const cleared = entries.filter(([, value]) => value === undefined);
  const parts = {
    assigns: set.map(([key, value]) => `${key}: ${inShort(value)}`),
    clears: cleared.map(([key]) => key),
    is: tags,
    'ends with': ended.output === undefined ? [] : [inShort(ended.output)],
  };
  return [
    ...effects.map(effectText),
    ...Object.entries(parts).flatMap(([word, texts]) =>
      texts.length > 0 ? [`${word} ${texts.join(', ')}`] : [],
    ),
  ];
};

/** Formats an edge; `isShort` leaves out its guard and actions. */
type FormatEdge = (edge: string, isShort?: boolean) => string;

/** Formats an edge with guard and actions: `editing|code.requested|1 [isFilled] / tell`. */
const createEdgeFormatter = (machine: AnyStateMachine): FormatEdge => {
  const names = edgeNames(machine);
  const edges = new Map(edgesOf(machine).map((edge) => [edge.id, edge]));
  return (id, isShort = false) => {
    const edge = edges.get(id);
    if (!edge) return id;
    const { guard, actions } = edge;
    return [
      names.get(id),
      ...(guard === undefined || isShort ? [] : [`[${guard}]`]),
      ...(actions.length > 0 && !isShort ? [`/ ${actions.join(', ')}`] : []),
    ].join(' ');
  };
};

/** A count with its noun. */
export const countText = (count: number, one: string): string =>
  `${count} ${one}${count === 1 ? '' : 's'}`;

/** `2 paths, 7 steps`. */
export const pathCounts = (paths: EdgePath[]): string => {
  const steps = paths.reduce((sum, path) => sum + path.steps.length, 0);
  return `${countText(paths.length, 'path')}, ${countText(steps, 'step')}`;
};

/** The line of a path's input; none for a chart that takes no input. */
export const inputLine = (input: unknown): string[] =>
  input === undefined ? [] : [`  from ${inShort(input)}`];

/** A path as numbered steps: event with payload, state value, edges, effects. */
export const pathAsText = (
  machine: AnyStateMachine,
  { input, start, steps, ...first }: EdgePath,
): string => {
  const formatEdge = createEdgeFormatter(machine);
  const linesOf = (outcome: Outcome) => [
    ...outcome.edges.map((edge) => `     ${formatEdge(edge)}`),
    ...outcomeText(outcome).map((line) => `       ${line}`),
  ];
  return [
    ...inputLine(input),
    `  0. → ${valueText(start)}`,
    ...linesOf(first),
    ...steps.flatMap(({ event, value, ...outcome }, index) => [
      `  ${index + 1}. ${withPayload(event)}`,
      `     → ${valueText(value)}`,
      ...linesOf(outcome),
    ]),
  ].join('\n');
};

/** Each path under its number. */
export const numberedPaths = (machine: AnyStateMachine, paths: EdgePath[]): string[] =>
  paths.map((path, index) => `Path ${index + 1} of ${paths.length}\n${pathAsText(machine, path)}`);

/** The report of a chart as text: paths, edges that depend on the input, unreachable edges. */
export const reportAsText = (machine: AnyStateMachine, report: ChartReport): string => {
  const { name, description, states, edges, paths, inputs, onlyFrom } = report;
  const formatEdge = createEdgeFormatter(machine);
  const statesById = statePaths(machine);
  const counts = [countText(states, 'state'), countText(edges, 'edge'), pathCounts(paths)];
  const listed = onlyFrom.length > 0 ? inputs : [];
  const lists = {
    'Edges that not every input opens': [
      ...listed.map((input, index) => `input ${index + 1}: ${inShort(input)}`),
      ...onlyFrom.map(({ edge, inputs: from }) => {
        const numbers = from.map((index) => index + 1).join(', ');
        return `only from input ${numbers}: ${formatEdge(edge, true)}`;
      }),
    ],
    'Edges that nothing opens': report.untaken.map(
      ({ edge, reason }) => `${formatEdge(edge, true)}: ${reason}`,
    ),
    'States that nothing reaches': report.unreached.map(
      ({ state, reason }) => `${statesById.get(state)}: ${reason}`,
    ),
    'Answers that the child chart does not give': report.wrongAnswers.map(
      ({ event, reason }) => `${withPayload(event)}: ${reason}`,
    ),
  };
  return [
    [`${name}: ${counts.join(', ')}`, ...(description ? [description] : [])].join('\n'),
    ...numberedPaths(machine, paths),
    ...Object.entries(lists).flatMap(([heading, lines]) =>
      lines.length > 0 ? [[`${heading}:`, ...lines.map((line) => `  ${line}`)].join('\n')] : [],
    ),
  ].join('\n\n');
};
