import type { AnyStateMachine } from 'xstate';
import { edgesOf } from '#charts/model/chart-edges.ts';
import type { EdgePath } from '../edge-paths.ts';
import type { Outcome } from '../path-outcome.ts';
import type { ChartReport } from './chart-report.ts';
import { inShort, payloadInShort } from './in-short.ts';
import { outcomeText } from './outcome-text.ts';
import { valueText } from './value-text.ts';

/** The edge id without the chart, which the heading names. */
const edgeText = (edge: string): string => edge.replace(/^[^.|]*\.?/, '').replace(/^\|/, '(root)|');

type FormatEdge = (edge: string) => string;

/** Formats an edge with guard and actions: `editing|code.requested|1 [isFilled] / tell`. */
const createEdgeFormatter = (machine: AnyStateMachine): FormatEdge => {
  const texts = new Map(
    edgesOf(machine).map(({ id, guard, actions }) => [
      id,
      [
        edgeText(id),
        ...(guard === undefined ? [] : [`[${guard}]`]),
        ...(actions.length > 0 ? [`/ ${actions.join(', ')}`] : []),
      ].join(' '),
    ]),
  );
  return (edge) => texts.get(edge) ?? edge;
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

const onlyFromText = ({ onlyFrom, inputs }: ChartReport): string[] => {
  if (onlyFrom.length === 0) return [];
  return [
    'Edges that not every input opens:',
    ...inputs.map((input, index) => `  input ${index + 1}: ${inShort(input)}`),
    ...onlyFrom.map(
      ({ edge, inputs: from }) =>
        `  only from input ${from.map((index) => index + 1).join(', ')}: ${edgeText(edge)}`,
    ),
  ];
};

const untakenText = ({ untaken }: ChartReport): string[] =>
  untaken.length === 0
    ? []
    : [
        'Edges that nothing opens:',
        ...untaken.map(({ edge, reason }) => `  ${edgeText(edge)}: ${reason}`),
      ];

/** The report of a chart as text: paths, edges that depend on the input, unreachable edges. */
export const reportAsText = (machine: AnyStateMachine, report: ChartReport): string => {
  const { name, description, states, edges, paths } = report;
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
    onlyFromText(report).join('\n'),
    untakenText(report).join('\n'),
  ]
    .filter(Boolean)
    .join('\n\n');
};
