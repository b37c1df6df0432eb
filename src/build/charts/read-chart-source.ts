import { parseSync } from 'vite';
import type { ChartSource } from '#charts/model/chart-source.ts';
import { declarationsIn, mentionedIn } from './declared-types.ts';
import { findCharts } from './find-charts.ts';
import { readActionCalls } from './read-action-calls.ts';
import { readActor } from './read-actor.ts';
import { eventsOf } from './read-events.ts';
import { payloadFieldsOf } from './read-payload-fields.ts';
import { argumentsOf, keyOf, propertiesOf, type SyntaxNode } from './syntax.ts';

const EMPTY_SOURCE: ChartSource = {
  events: [],
  payloads: {},
  emitted: [],
  actors: {},
  children: {},
  guards: {},
  delays: {},
  calls: [],
  mentioned: [],
};

/** The text of a block comment as one paragraph. */
const paragraphOf = (comment: string): string =>
  comment
    .replaceAll(/^\s*\* ?/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** The type of `{} as Type`; undefined for any other expression. */
const typeOf = (node: SyntaxNode | undefined): SyntaxNode | undefined =>
  node?.type === 'TSAsExpression' ? (node['typeAnnotation'] as SyntaxNode) : undefined;

/**
 * Reads from a chart's source what the machine object does not have: the types and implementations of
 * its `setup`, and its docstring.
 *
 * @param source the text of the file
 * @param id the chart to read where a file has several; by default the first one
 */
export const readChartSource = (source: string, id?: string): ChartSource => {
  const { program, comments } = parseSync('chart.ts', source);
  const charts = findCharts(program);
  const idOf = (create: SyntaxNode) => propertiesOf(argumentsOf(create)[0]).get('id')?.['value'];
  const chart = charts.find(({ create }) => idOf(create) === id) ?? charts[0];
  if (!chart) return EMPTY_SOURCE;

  const textOf = ({ start, end }: SyntaxNode): string =>
    source.slice(start, end).replaceAll(/\s+/g, ' ').replace(/^\| /, '').trim();
  const optionalText = (node: SyntaxNode | undefined) => (node ? textOf(node) : undefined);
  const declarations = declarationsIn(program, comments, source);

  const parts = propertiesOf(argumentsOf(chart.setup)[0]);
  const types = new Map(
    [...propertiesOf(parts.get('types'))].flatMap(([name, node]) => {
      const type = typeOf(node);
      return type ? [[name, type] as const] : [];
    }),
  );
  const membersOf = (type: SyntaxNode | undefined): SyntaxNode[] =>
    type?.type === 'TSTypeLiteral' ? (type['members'] as SyntaxNode[]) : [];
  const annotationOf = ({ typeAnnotation }: SyntaxNode): SyntaxNode =>
    (typeAnnotation as SyntaxNode)['typeAnnotation'] as SyntaxNode;

  const declaredActors = membersOf(typeOf(parts.get('actors'))).map(
    (member) => [keyOf(member), annotationOf(member)] as const,
  );
  const actors = [...declaredActors, ...propertiesOf(parts.get('actors'))];
  const children = membersOf(types.get('children')).map(
    (member) => [keyOf(member), textOf(annotationOf(member)).replaceAll("'", '')] as const,
  );
  const textsOf = (part: string): Record<string, string> =>
    Object.fromEntries(
      [...propertiesOf(parts.get(part))].map(([key, node]) => [key, textOf(node)]),
    );

  const above = (program.body as unknown as SyntaxNode[]).find(
    ({ start, end }) => start <= chart.create.start && end >= chart.create.end,
  );
  const docstring = comments.findLast(
    ({ type, end, value }) =>
      type === 'Block' &&
      value.startsWith('*') &&
      above &&
      end <= above.start &&
      source.slice(end, above.start).trim() === '',
  );

  return {
    docstring: docstring && paragraphOf(docstring.value.slice(1)),
    input: optionalText(types.get('input')),
    context: optionalText(types.get('context')),
    output: optionalText(types.get('output')),
    events: eventsOf(types.get('events'), declarations, textOf),
    payloads: payloadFieldsOf(types.get('events'), declarations, textOf),
    emitted: eventsOf(types.get('emitted'), declarations, textOf),
    actors: Object.fromEntries(
      actors.map(([name, node]) => [name, readActor(node, declarations, textOf)]),
    ),
    children: Object.fromEntries(children),
    guards: textsOf('guards'),
    delays: textsOf('delays'),
    calls: readActionCalls(chart),
    mentioned: mentionedIn([...types.values(), ...actors.map(([, node]) => node)], declarations),
  };
};
