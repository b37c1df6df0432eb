import type { AnyStateMachine, AnyStateNode } from 'xstate';
import {
  type ChartForms,
  combined,
  type Form,
  negated,
  type Rule,
  ruleText,
  type StateForms,
} from '#charts/diff/forms.ts';
import {
  argumentsOf,
  calleeOf,
  findCharts,
  isNode,
  type SyntaxNode,
} from '#charts/model/syntax.ts';
import { configParts, type Part, type Parts } from './config-parts.ts';
import { inShort, isFunction, normalForm, type Place } from './normal-form.ts';
import type { Module, ProjectModules } from './project-modules.ts';

const ARGUMENTS = ['$0', '$1'];

/** Whether a node is `{}`, as a block or as an object. */
const isEmpty = (node: SyntaxNode | undefined): boolean => {
  const inner = node?.type === 'BlockStatement' ? node['body'] : node?.['properties'];
  return Array.isArray(inner) && inner.length === 0;
};

/** An action without code of its own, `() => {}` or `assign({})`, which the flow provides. */
const isEffect = (node: SyntaxNode): boolean =>
  isFunction(node)
    ? isNode(node['body']) && node['body'].type === 'BlockStatement' && isEmpty(node['body'])
    : calleeOf(node) === 'assign' && isEmpty(argumentsOf(node)[0]);

/** The text of a file, or of a node in it, without comments, layout and trailing commas. */
const plainCode = ({ comments, source }: Module, from = 0, to = source.length): string =>
  comments
    .filter(({ start, end }) => start >= from && end <= to)
    .reduceRight((text, one) => text.slice(0, one.start) + text.slice(one.end), source.slice(0, to))
    .slice(from)
    .replaceAll(/\s+/g, '')
    .replaceAll(/,(?=[)\]}])/g, '');

/** Reads the code of a chart: of its guards, actions, delays, states and edges. */
export const readForms = (
  modules: ProjectModules,
  file: string,
  machine: AnyStateMachine,
  contextNames: ReadonlyMap<string, string> = new Map(),
): ChartForms => {
  const uses = new Map<string, Part>();
  const onUse = (key: string, used: { file: string; node: SyntaxNode }) => {
    if (!uses.has(key)) uses.set(key, { node: used.node, place: placeIn(used.file) });
  };
  const forms = normalForm(modules, file, onUse, contextNames);
  const placeIn = (of: string): Place => ({ file: of, scope: new Map(), isDeep: true, depth: 1 });

  const { formOf, ruleOf, bodyOf } = forms;
  const { partOf, partsOf, listOf } = configParts(forms);
  const configOf = (node: SyntaxNode | undefined): Parts =>
    partsOf(node && { node, place: placeIn(file) });
  const charts = findCharts(modules.module(file).program);
  const chart =
    charts.find(({ config }) => configOf(config).get('id')?.node['value'] === machine.id) ??
    charts[0];
  const setup = configOf(chart?.setup);
  const named = {
    guards: partsOf(setup.get('guards')),
    actions: partsOf(setup.get('actions')),
    delays: partsOf(setup.get('delays')),
    actors: partsOf(setup.get('actors')),
  };
  const textOf = ({ call, ...part }: Part): string => {
    const { node, place } = call ?? part;
    return modules
      .text(place.file)
      .slice(node.start, node.end)
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/,? (?=[)\]])|(?<=[([]) |,(?= })/g, '');
  };

  /** The name and the params of `'isReady'` or `{ type: 'isReady', params }`. */
  const nameAndParams = (part: Part): [name: string, params: string | undefined] | undefined => {
    const { node } = part;
    if (node.type === 'Literal') return [String(node['value']), undefined];
    const parts = partsOf(part);
    const name = parts.get('type')?.node;
    if (name?.type !== 'Literal') return undefined;
    const params = parts.get('params');
    return [String(name['value']), params && resultOf(params, ['$0'])];
  };
  const resultOf = ({ node, place }: Part, args = ARGUMENTS): string => {
    const code = place.isDeep ? partOf(node, place) : { node, place };
    if (!isFunction(code.node)) return formOf(code.node, code.place);
    const body = bodyOf(code.node, args, code.place);
    return formOf(body.node, body.place);
  };

  const stateRule = (value: unknown, node: AnyStateNode = machine.root): Rule => {
    if (typeof value === 'string') {
      const path = value.startsWith('#') ? value.slice(machine.id.length + 2) : value;
      const found = path
        .split('.')
        .reduce<AnyStateNode | undefined>((at, key) => at?.states[key], node);
      const id = (found ?? { path: [path] }).path.join('.');
      return {
        is: found?.parent?.type === 'compound' ? `in «state:${id}»` : `in region «state:${id}»`,
      };
    }
    return combined(
      'all',
      Object.entries(value as object).map(([key, inner]) =>
        typeof inner === 'object' && Object.keys(inner).length === 0
          ? stateRule(key, node)
          : stateRule(inner, node.states[key]),
      ),
    );
  };
  const literalIn = ({ node, place }: Part): unknown => {
    if (node.type === 'Literal') return node['value'];
    return Object.fromEntries(
      [...partsOf({ node, place })].map(([key, inner]) => [key, literalIn(inner)]),
    );
  };

  const guardRule = (given: Part, params = 'undefined'): Rule => {
    const part = given.place.isDeep ? partOf(given.node, given.place) : given;
    const { node, place } = part;
    const operands = () =>
      listOf({ node: argumentsOf(node)[0] as SyntaxNode, place }).map((one) => guardRule(one));
    if (isFunction(node)) {
      const body = bodyOf(node, ['$0', params], place);
      return ruleOf(body.node, body.place);
    }
    switch (calleeOf(node)) {
      case 'and':
        return combined('all', operands());
      case 'or':
        return combined('any', operands());
      case 'not':
        return negated(guardRule(partOf(argumentsOf(node)[0] as SyntaxNode, place)));
      case 'stateIn':
        return stateRule(literalIn(partOf(argumentsOf(node)[0] as SyntaxNode, place)));
      default:
    }
    const reference = nameAndParams(part);
    if (!reference) return { is: formOf(node, place) };
    const [name, given2 = 'undefined'] = reference;
    const code = place.isDeep ? named.guards.get(name) : undefined;
    return code ? guardRule(code, given2) : { is: `«guard:${name}»(${given2})` };
  };
  const nameOf = (part: Part) => nameAndParams(part)?.[0];
  /** A part as it is written, and in both forms. */
  const written = (part: Part, formIn: (part: Part) => string) => ({
    text: textOf(part),
    shallow: formIn({ ...part, place: { ...part.place, isDeep: false } }),
    deep: formIn(part),
  });
  const guardForm = (part: Part, params?: string): Form => ({
    ...written(part, (one) => ruleText(guardRule(one, params))),
    name: nameOf(part),
    rule: guardRule(part, params),
  });

  const actionText = (part: Part): string => {
    const { node, place } = part;
    const [name, params] = nameAndParams(part) ?? [];
    if (name === undefined) return formOf(node, place);
    const code = named.actions.get(name);
    const own = !place.isDeep || !code || isEffect(code.node) ? `«action:${name}»` : resultOf(code);
    return params === undefined ? own : `${own} with ${params}`;
  };
  const actionForm = (part: Part): Form => {
    const name = nameOf(part);
    const code = name === undefined ? undefined : named.actions.get(name);
    const isOwn = name !== undefined && (!code || isEffect(code.node));
    return { ...written(part, actionText), name, isEffect: isOwn };
  };
  const codeForm = (part: Part): Form => ({
    ...written(part, (one) => inShort(resultOf(one))),
    isEffect: isEffect(part.node),
  });
  const optionalForm = (part: Part | undefined, names?: Place['names']) =>
    part && codeForm({ ...part, place: { ...part.place, names } });
  /** The actions that `enqueueActions(({ enqueue }) => { enqueue('setEmail'); … })` runs; others run themselves. */
  const runBy = (part: Part): Part[] => {
    const [name = '', params] = nameAndParams(part) ?? [];
    const { node, place } = named.actions.get(name) ?? part;
    const [fn] = calleeOf(node) === 'enqueueActions' ? argumentsOf(node) : [];
    if (!fn || !isFunction(fn)) return [part];
    const body = bodyOf(fn, ['$0', params ?? 'undefined'], place);
    const statements = (body.node['body'] ?? []) as SyntaxNode[];
    const calls = statements.map(({ expression }) => expression as SyntaxNode | undefined);
    const isPlain = (call: SyntaxNode | undefined) =>
      call !== undefined && formOf(call['callee'], body.place) === '$0.enqueue';
    return calls.every(isPlain)
      ? calls.flatMap((call) =>
          listOf({
            node: argumentsOf(call as SyntaxNode)[0] as SyntaxNode,
            place: body.place,
          }).flatMap(runBy),
        )
      : [part];
  };
  const actionsOf = (part: Part | undefined) => listOf(part).flatMap(runBy).map(actionForm);

  const states: ChartForms['states'] = {};
  const edges: ChartForms['edges'] = {};
  const readEdges = (node: AnyStateNode, event: string, part: Part | undefined) => {
    listOf(part).forEach((edge, index) => {
      const parts = partsOf(edge);
      const guard = parts.get('guard');
      edges[`${node.id}|${event}|${index}`] = {
        guard: guard && guardForm(guard),
        actions: actionsOf(parts.get('actions')),
      };
    });
  };
  const readState = (node: AnyStateNode, config: Parts): void => {
    const invoked = listOf(config.get('invoke')).map(partsOf);
    const inputs: StateForms['inputs'] = {};
    readEdges(node, '', config.get('always'));
    readEdges(node, `xstate.done.state.${node.id}`, config.get('onDone'));
    for (const [event, part] of partsOf(config.get('on'))) readEdges(node, event, part);
    for (const [delay, part] of partsOf(config.get('after')))
      readEdges(node, `xstate.after.${delay}.${node.id}`, part);
    invoked.forEach((parts, index) => {
      const id = String(node.invoke[index]?.id);
      const input = parts.get('input');
      if (input) inputs[id] = codeForm(input);
      readEdges(node, `xstate.done.actor.${id}`, parts.get('onDone'));
      readEdges(node, `xstate.error.actor.${id}`, parts.get('onError'));
      readEdges(node, `xstate.snapshot.${id}`, parts.get('onSnapshot'));
    });
    states[node.path.join('.')] = {
      entry: actionsOf(config.get('entry')),
      exit: actionsOf(config.get('exit')),
      initial: actionsOf(partsOf(config.get('initial')).get('actions')),
      inputs,
      output: optionalForm(config.get('output')),
      meta: optionalForm(config.get('meta')),
    };
    for (const [key, part] of partsOf(config.get('states'))) {
      const child = node.states[key];
      if (child) readState(child, partsOf(part));
    }
  };
  const root = configOf(chart?.config);
  readState(machine.root, root);

  const formsOf = (parts: Parts, read: (part: Part) => Form) =>
    Object.fromEntries([...parts].map(([name, part]) => [name, read(part)]));
  return {
    guards: formsOf(named.guards, (part) => guardForm(part, '$1')),
    actions: formsOf(named.actions, codeForm),
    delays: formsOf(named.delays, codeForm),
    actors: formsOf(named.actors, codeForm),
    context: optionalForm(root.get('context'), contextNames),
    states,
    edges,
    uses: Object.fromEntries([...uses].map(([key, part]) => [key, codeForm(part)])),
    code: [...uses.values()]
      .filter(({ place }) => place.file !== file)
      .map(({ node, place }) => plainCode(modules.module(place.file), node.start, node.end))
      .sort()
      .concat(plainCode(modules.module(file)))
      .join(),
  };
};
