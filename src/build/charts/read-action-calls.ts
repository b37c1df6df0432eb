import type { ActionCall } from '#charts/model/chart-source.ts';
import type { ChartDefinition } from './find-charts.ts';
import {
  argumentsOf,
  calleeOf,
  eventTypesIn,
  nodesIn,
  propertiesOf,
  type SyntaxNode,
} from './syntax.ts';

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
export const readActionCalls = ({ create, setup }: ChartDefinition): ActionCall[] => {
  const actions = propertiesOf(propertiesOf(argumentsOf(setup)[0]).get('actions'));
  const named = [...actions].flatMap(([action, node]) =>
    nodesIn(node).flatMap((call) => readCall(call, action)),
  );
  const inline = argumentsOf(create).flatMap((config) =>
    nodesIn(config).flatMap((call) => readCall(call)),
  );
  return [...named, ...inline];
};
