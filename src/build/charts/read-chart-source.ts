import { parseSync } from 'vite';
import type { ActionCall, ChartSource, DeclaredActor } from '#charts/model/chart-source.ts';
import {
  argumentsOf,
  type ChartDefinition,
  calleeOf,
  eventTypesIn,
  findCharts,
  isNode,
  keyOf,
  nodesIn,
  propertiesOf,
  type SyntaxNode,
} from '#charts/model/syntax.ts';
import {
  type Declaration,
  declarationsIn,
  eventsOf,
  mentionedIn,
  payloadFieldsOf,
} from './read-events.ts';

/** Functions that create an action, called directly, through `enqueue`, or as `spawn` of `assign`. */
const CALLS: Record<string, ActionCall['call']> = {
  raise: 'raise',
  emit: 'emit',
  sendTo: 'sendTo',
  sendParent: 'sendParent',
  forwardTo: 'forwardTo',
  spawn: 'spawn',
  spawnChild: 'spawn',
};

const literalOf = (node: SyntaxNode | undefined): string | undefined =>
  node?.type === 'Literal' ? String(node['value']) : undefined;

const readCall = (node: SyntaxNode, action?: string): ActionCall[] => {
  const call = CALLS[calleeOf(node)];
  if (!call) return [];
  const [first, second] = argumentsOf(node);
  const isEventFirst = call === 'raise' || call === 'emit' || call === 'sendParent';
  return [
    {
      call,
      action,
      target: isEventFirst ? undefined : literalOf(first),
      id: call === 'spawn' ? literalOf(propertiesOf(second).get('id')) : undefined,
      events: call === 'spawn' ? [] : eventTypesIn(isEventFirst ? first : second),
    },
  ];
};

/** Every call in a chart that raises, emits, sends or forwards an event, or spawns an actor. */
const readActionCalls = ({ create, setup }: ChartDefinition): ActionCall[] => {
  const actions = propertiesOf(propertiesOf(argumentsOf(setup)[0]).get('actions'));
  const named = [...actions].flatMap(([action, node]) =>
    nodesIn(node).flatMap((call) => readCall(call, action)),
  );
  const inline = argumentsOf(create).flatMap((config) =>
    nodesIn(config).flatMap((call) => readCall(call)),
  );
  return [...named, ...inline];
};

type Part = 'input' | 'output' | 'receives' | undefined;

/** Type parameters of XState 5's actor logic types and creators, in order. */
const PARTS: Record<string, { kind: DeclaredActor['kind']; parts: Part[] }> = {
  PromiseActorLogic: { kind: 'promise', parts: ['output', 'input'] },
  fromPromise: { kind: 'promise', parts: ['output', 'input'] },
  CallbackActorLogic: { kind: 'callback', parts: ['receives', 'input'] },
  fromCallback: { kind: 'callback', parts: ['receives', 'input'] },
  ObservableActorLogic: { kind: 'observable', parts: [undefined, 'input'] },
  fromObservable: { kind: 'observable', parts: [undefined, 'input'] },
  fromEventObservable: { kind: 'observable', parts: [undefined, 'input'] },
  TransitionActorLogic: { kind: 'transition', parts: [undefined, 'receives', 'input'] },
  fromTransition: { kind: 'transition', parts: [undefined, 'receives', undefined, 'input'] },
};

/**
 * Reads one entry of `setup({ actors })`: its type (`{} as { sendCode: PromiseActorLogic<…> }`,
 * `typeof otpMachine`), or the expression that creates it (`fromPromise<…>(…)`, `otpMachine`).
 */
const readActor = (
  node: SyntaxNode,
  declarations: ReadonlyMap<string, Declaration>,
  textOf: (node: SyntaxNode) => string,
): DeclaredActor => {
  const typeName = node['typeName'] ?? node['exprName'];
  const name = isNode(typeName) ? String(typeName['name']) : calleeOf(node) || String(node['name']);
  const known = PARTS[name];
  if (!known) {
    const declaration = declarations.get(name);
    if (declaration?.node) return readActor(declaration.node, declarations, textOf);
    const module = declaration?.module;
    return { kind: module === undefined ? 'other' : 'chart', text: textOf(node), module };
  }
  const given = node['typeArguments'] as SyntaxNode | undefined;
  const texts = ((given?.['params'] ?? []) as SyntaxNode[]).map(textOf);
  const textFor = (part: Part) => texts[known.parts.indexOf(part)];
  return {
    kind: known.kind,
    text: given ? `${name}<${texts.join(', ')}>` : name,
    input: textFor('input'),
    output: known.parts.includes('output') ? textFor('output') : undefined,
    receives: known.parts.includes('receives') ? textFor('receives') : undefined,
  };
};

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
