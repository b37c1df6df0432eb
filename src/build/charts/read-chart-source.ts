import type { ActionCall, ChartSource, DeclaredActor } from '#charts/model/chart-source.ts';
import {
  argumentsOf,
  type ChartDefinition,
  calleeOf,
  eventTypesIn,
  fieldsOf,
  findCharts,
  nameOf,
  nodesIn,
  propertiesOf,
  type SyntaxNode,
} from '#charts/model/syntax.ts';
import { parseModule } from './project-modules.ts';
import { typeReader } from './read-events.ts';

/** Functions that create an action, called directly, through `enqueue`, or as `spawn` of `assign`. */
const CALLS = /^(raise|emit|sendTo|sendParent|forwardTo|spawn)(Child)?$/;

const literalOf = (node: SyntaxNode | undefined): string | undefined =>
  node?.type === 'Literal' ? String(node['value']) : undefined;

const readCall = (node: SyntaxNode, action?: string): ActionCall[] => {
  const call = CALLS.exec(calleeOf(node))?.[1] as ActionCall['call'] | undefined;
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
const readActionCalls = ({ config, setup }: ChartDefinition): ActionCall[] => {
  const actions = propertiesOf(propertiesOf(setup).get('actions'));
  const named = [...actions].flatMap(([action, node]) =>
    nodesIn(node).flatMap((call) => readCall(call, action)),
  );
  const inline = nodesIn(config).flatMap((call) => readCall(call));
  return [...named, ...inline];
};

type Part = 'input' | 'output' | 'receives' | undefined;

/** Names of XState 5's actor logic types and creators, and their type parameters in order. */
const PARTS: [name: RegExp, kind: DeclaredActor['kind'], parts: Part[]][] = [
  [/^(PromiseActorLogic|fromPromise)$/, 'promise', ['output', 'input']],
  [/^(CallbackActorLogic|fromCallback)$/, 'callback', ['receives', 'input']],
  [/^(ObservableActorLogic|from(Event)?Observable)$/, 'observable', [undefined, 'input']],
  [/^TransitionActorLogic$/, 'transition', [undefined, 'receives', 'input']],
  [/^fromTransition$/, 'transition', [undefined, 'receives', undefined, 'input']],
];

/**
 * Reads one entry of `setup({ actors })`: its type (`{} as { sendCode: PromiseActorLogic<…> }`,
 * `typeof otpMachine`), or the expression that creates it (`fromPromise<…>(…)`, `otpMachine`).
 */
const readActor = (
  node: SyntaxNode,
  reader: Pick<ReturnType<typeof typeReader>, 'declared' | 'textOf'>,
  moduleOf: (name: string) => string | undefined,
): DeclaredActor => {
  const { declared, textOf } = reader;
  const name = nameOf(node['typeName'] ?? node['exprName']) || calleeOf(node) || nameOf(node);
  const [, kind, parts = []] = PARTS.find(([pattern]) => pattern.test(name)) ?? [];
  if (!kind) {
    const value = declared(name);
    if (value) return readActor(value, reader, moduleOf);
    const module = moduleOf(name);
    return { kind: module === undefined ? 'other' : 'chart', text: textOf(node), module };
  }
  const given = node['typeArguments'] as SyntaxNode | undefined;
  const texts = ((given?.['params'] ?? []) as SyntaxNode[]).map(textOf);
  const textFor = (part: Part) => texts[parts.indexOf(part)];
  return {
    kind,
    text: given ? `${name}<${texts.join(', ')}>` : name,
    input: textFor('input'),
    output: textFor('output'),
    receives: textFor('receives'),
  };
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

/** The types of `types: { context: {} as Context }`, or of `types: {} as { context: Context }`, by name. */
const typesOf = (node: SyntaxNode | undefined): Map<string, SyntaxNode> =>
  new Map([
    ...fieldsOf(typeOf(node)).map(({ name, type }) => [name, type] as const),
    ...[...propertiesOf(node)].flatMap(([name, value]) => {
      const type = typeOf(value);
      return type ? [[name, type] as const] : [];
    }),
  ]);

/**
 * Reads from a chart's source what the machine object does not have: the types and implementations of
 * its `setup`, and its docstring.
 *
 * @param source the text of the file
 * @param id the chart to read where a file has several; by default the first one
 */
export const readChartSource = (source: string, id?: string): ChartSource => {
  const module = parseModule(source);
  const reader = typeReader(module);
  const { textOf, eventsOf } = reader;
  const charts = findCharts(module.program);
  const chart =
    charts.find(({ config }) => propertiesOf(config).get('id')?.['value'] === id) ?? charts[0];

  const parts = propertiesOf(chart?.setup);
  const types = typesOf(parts.get('types') ?? propertiesOf(chart?.config).get('types'));
  const typeText = (name: string): string | undefined => {
    const type = types.get(name);
    return type && textOf(type);
  };
  const textsOf = (part: string): Record<string, string> =>
    Object.fromEntries(
      [...propertiesOf(parts.get(part))].map(([key, node]) => [key, textOf(node)]),
    );
  const actors = [
    ...fieldsOf(typeOf(parts.get('actors'))).map(({ name, type }) => [name, type] as const),
    ...propertiesOf(parts.get('actors')),
  ];
  const moduleOf = (name: string) => module.imports.get(name)?.from;

  const above = (module.program.body as SyntaxNode[]).find(
    ({ start, end }) => chart && start <= chart.create.start && end >= chart.create.end,
  );
  const docstring = module.comments.findLast(
    ({ type, end, value }) =>
      type === 'Block' &&
      value.startsWith('*') &&
      above &&
      end <= above.start &&
      source.slice(end, above.start).trim() === '',
  );

  return {
    docstring: docstring && paragraphOf(docstring.value.slice(1)),
    input: typeText('input'),
    context: typeText('context'),
    output: typeText('output'),
    events: eventsOf(types.get('events')),
    payloads: reader.payloadsOf(types.get('events')),
    emitted: eventsOf(types.get('emitted')),
    actors: Object.fromEntries(
      actors.map(([name, node]) => [name, readActor(node, reader, moduleOf)]),
    ),
    guards: textsOf('guards'),
    delays: textsOf('delays'),
    calls: chart ? readActionCalls(chart) : [],
    mentioned: reader.mentionedIn([...types.values(), ...actors.map(([, node]) => node)]),
  };
};
