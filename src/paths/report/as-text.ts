import type { AnyStateMachine } from 'xstate';
import { edgesOf } from '#charts/model/chart-edges.ts';
import { edgeNames, statePaths } from '#charts/model/state-paths.ts';
import { MS_PER_S } from '#contract/durations.ts';
import type { EdgePath } from '../edge-paths.ts';
import type { Effect, Outcome } from '../path-outcome.ts';
import { valueText } from '../serialize-context.ts';
import type { ChartReport } from './chart-report.ts';
import { inShort, payloadInShort } from './in-short.ts';

/** Longer delays are rounded to seconds, because some are computed when their module loads. */
const EXACT_MAX_MS = 10 * MS_PER_S;

const delayText = (delayMs: number): string =>
  `${delayMs > EXACT_MAX_MS ? Math.round(delayMs / MS_PER_S) * MS_PER_S : delayMs} ms`;

/** The name or length of a delay: `resendPause` for `xstate.after.resendPause.otp.open`. */
const delayName = (event: string): string => /^xstate\.after\.([^.]*)\./.exec(event)?.[1] ?? event;

const withPayload = (event: { type: string }): string =>
  [event.type, payloadInShort(event)].filter(Boolean).join('  ');

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
  const cleared = entries.filter(([, value]) => value === undefined).map(([key]) => key);
  return [
    ...effects.map(effectText),
    ...(set.length > 0
      ? [`assigns ${set.map(([key, value]) => `${key}: ${inShort(value)}`).join(', ')}`]
      : []),
    ...(cleared.length > 0 ? [`clears ${cleared.join(', ')}`] : []),
    ...(tags.length > 0 ? [`is ${tags.join(', ')}`] : []),
    ...(ended.output === undefined ? [] : [`ends with ${inShort(ended.output)}`]),
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
    `  from ${inShort(input)}`,
    `  0. → ${valueText(start)}`,
    ...linesOf(first),
    ...steps.flatMap(({ event, value, ...outcome }, index) => [
      `  ${index + 1}. ${[event.type, payloadInShort(event)].filter(Boolean).join('  ')}`,
      `     → ${valueText(value)}`,
      ...linesOf(outcome),
    ]),
  ].join('\n');
};

const onlyFromText = ({ onlyFrom, inputs }: ChartReport, formatEdge: FormatEdge): string[] => {
  if (onlyFrom.length === 0) return [];
  return [
    'Edges that not every input opens:',
    ...inputs.map((input, index) => `  input ${index + 1}: ${inShort(input)}`),
    ...onlyFrom.map(
      ({ edge, inputs: from }) =>
        `  only from input ${from.map((index) => index + 1).join(', ')}: ${formatEdge(edge, true)}`,
    ),
  ];
};

const listText = (heading: string, lines: string[]): string[] =>
  lines.length === 0 ? [] : [heading, ...lines.map((line) => `  ${line}`)];

/** The report of a chart as text: paths, edges that depend on the input, unreachable edges. */
export const reportAsText = (machine: AnyStateMachine, report: ChartReport): string => {
  const { name, description, states, edges, paths } = report;
  const formatEdge = createEdgeFormatter(machine);
  const statesById = statePaths(machine);
  const steps = paths.reduce((sum, path) => sum + path.steps.length, 0);
  const counts = [
    countText(states, 'state'),
    countText(edges, 'edge'),
    countText(paths.length, 'path'),
    countText(steps, 'step'),
  ];
  return [
    [`${name}: ${counts.join(', ')}`, ...(description ? [description] : [])].join('\n'),
    ...paths.map(
      (path, index) => `Path ${index + 1} of ${paths.length}\n${pathAsText(machine, path)}`,
    ),
    onlyFromText(report, formatEdge).join('\n'),
    listText(
      'Edges that nothing opens:',
      report.untaken.map(({ edge, reason }) => `${formatEdge(edge, true)}: ${reason}`),
    ).join('\n'),
    listText(
      'States that nothing reaches:',
      report.unreached.map(({ state, reason }) => `${statesById.get(state)}: ${reason}`),
    ).join('\n'),
    listText(
      'Answers that the child chart does not give:',
      report.wrongAnswers.map(({ event, reason }) => `${withPayload(event)}: ${reason}`),
    ).join('\n'),
  ]
    .filter(Boolean)
    .join('\n\n');
};
