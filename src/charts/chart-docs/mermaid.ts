import { edgeLabel } from '../model/chart-edges.ts';
import type { ChartDescription, StateDescription } from '../model/describe-chart.ts';

type Diagram = Pick<ChartDescription, 'states' | 'edges'>;

/** Characters that are special in Mermaid, in Markdown labels or in HTML. */
const SPECIAL = /[#:;"<>&{}*`$%\\|]/g;

const escapeLabel = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').replaceAll(SPECIAL, (letter) => `#${letter.charCodeAt(0)};`);

/** Returns a function that maps an id to a unique Mermaid name, stable per id. */
const createNames = () => {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  return (id: string): string => {
    const before = names.get(id);
    if (before) return before;
    // The leading underscore avoids Mermaid's keywords: end, note, state.
    const plain = `_${id.replaceAll(/\W+/g, '_')}`;
    let name = plain;
    for (let count = 2; taken.has(name); count += 1) name = `${plain}_${count}`;
    names.set(id, name);
    taken.add(name);
    return name;
  };
};

/**
 * Chooses the ends of a chart's arrows. Mermaid hides or rejects arrows between a state and its ancestor
 * and covers labels of arrows that end at a border, so a compound state gets an entry point and a
 * placeholder for its own edges.
 */
const planDiagram = ({ states, edges }: Diagram) => {
  const nameOf = createNames();
  const byId = new Map(states.map((state) => [state.id, state]));
  const outer = new Set(states.map(({ parent }) => parent));
  const around = (id: string): string[] => {
    const parent = byId.get(id)?.parent;
    return parent === undefined ? [id] : [id, ...around(parent)];
  };

  /** The labels of all edges between two Mermaid names, by `from --> to`. */
  const arrows = new Map<string, string[]>();
  /** Labels of transitions without a target, by Mermaid name of their state. */
  const inside = new Map<string, string[]>();
  /** Mermaid names by id of the state: of `any of …` placeholders, entry points, `… again` placeholders. */
  const anyOf = new Map<string, string>();
  const entries = new Map<string, string>();
  const again = new Map<string, string>();

  const placeholder = (kind: Map<string, string>, id: string, word: string): string => {
    const name = nameOf(`${id}|${word}`);
    kind.set(id, name);
    return name;
  };
  const sourceNameOf = (source: string, target?: string): string => {
    if (!outer.has(source)) return nameOf(source);
    // An arrow out of a parallel state starts at its border; inside, a placeholder would be another region.
    const isOut =
      target !== undefined && !around(target).includes(source) && !around(source).includes(target);
    if (isOut && byId.get(source)?.type === 'parallel') return nameOf(source);
    return placeholder(anyOf, source, 'any');
  };
  const targetNameOf = (target: string, source: string): string => {
    const state = byId.get(target);
    const isRoot = state?.parent === undefined;
    if (state?.type === 'compound' && !isRoot) return placeholder(entries, target, 'entered');
    const isAround = outer.has(target) && around(source).includes(target);
    return isAround ? placeholder(again, target, 'again') : nameOf(target);
  };
  const addTo = (labels: Map<string, string[]>, at: string, label: string) =>
    labels.set(at, [...(labels.get(at) ?? []), ...(label === '' ? [] : [label])]);
  const addArrow = (from: string, to: string, label: string) =>
    addTo(arrows, `${from} --> ${to}`, label);

  for (const edge of edges) {
    const { source, targets, actions } = edge;
    const label = escapeLabel(edgeLabel(edge));
    for (const target of targets)
      addArrow(sourceNameOf(source, target), targetNameOf(target, source), label);
    if (targets.length > 0) continue;
    const does = actions.map(escapeLabel).join(', ') || 'nothing';
    addTo(inside, sourceNameOf(source), `${label} / ${does}`);
  }
  for (const { id, type, initial } of states)
    if (type === 'history')
      for (const to of initial) addArrow(nameOf(id), targetNameOf(to, id), 'at first');
  for (const [id, name] of entries) {
    const does = byId.get(id)?.initialActions.map(escapeLabel).join(', ');
    for (const to of byId.get(id)?.initial ?? [])
      addArrow(name, entries.get(to) ?? nameOf(to), does ? `/ ${does}` : '');
  }
  return { nameOf, arrows, inside, anyOf, entries, again };
};

const INDENT = '  ';

const labelOf = ({ type, history, key }: StateDescription): string =>
  type === 'history' ? `${history === 'deep' ? 'H*' : 'H'} (${key})` : key;

/**
 * Draws a chart as a Mermaid `stateDiagram-v2`. A diamond is the entry of a compound state, a dashed
 * `any of …` its active child, a dashed `… again` the re-entry of a parallel state from inside. A
 * transition without a target is text inside its state.
 */
export const drawMermaid = (chart: Diagram): string => {
  const { states } = chart;
  const { nameOf, arrows, inside, anyOf, entries, again } = planDiagram(chart);
  const childrenOf = (id: string) => states.filter(({ parent }) => parent === id);
  const stateLine = (label: string, name: string) => `state "${escapeLabel(label)}" as ${name}`;

  const beginningOf = ({ id, type, initial, initialActions }: StateDescription): string[] => {
    const entry = entries.get(id);
    if (entry) return [`state ${entry} <<choice>>`];
    if (type !== 'compound') return [];
    const does = initialActions.map(escapeLabel).join(', ');
    return initial.map((child) => `[*] --> ${nameOf(child)}${does && ` : / ${does}`}`);
  };

  const draw = (state: StateDescription): string[] => {
    const line = stateLine(labelOf(state), nameOf(state.id));
    if (childrenOf(state.id).length === 0) return [line];
    return [`${line} {`, ...drawInside(state).map((one) => INDENT + one), '}'];
  };

  const drawInside = (state: StateDescription): string[] => {
    const { id, type, key } = state;
    const placeholders = { [`any of ${key}`]: anyOf.get(id), [`${key} again`]: again.get(id) };
    const aside = Object.entries(placeholders).flatMap(([label, name]) =>
      name ? [stateLine(label, name)] : [],
    );
    const children = childrenOf(id);
    const finals = children.filter((child) => child.type === 'final');
    if (type !== 'parallel')
      return [
        ...beginningOf(state),
        ...children.flatMap(draw),
        ...aside,
        ...finals.map((child) => `${nameOf(child.id)} --> [*]`),
      ];
    const isRegion = (child: StateDescription) => child.type !== 'history';
    const beside = [...children.filter((child) => !isRegion(child)).flatMap(draw), ...aside];
    return [...children.filter(isRegion).map(draw), beside]
      .filter((lines) => lines.length > 0)
      .flatMap((lines, index) => (index > 0 ? ['--', ...lines] : lines));
  };

  const [root] = states;
  if (!root) return 'stateDiagram-v2';
  const dashed = [...anyOf.values(), ...again.values()];
  const lines = [
    ...(root.type === 'compound' ? drawInside(root) : draw(root)),
    ...[...inside].flatMap(([name, said]) => said.map((line) => `${name} : ${line}`)),
    // All arrows are at the top level; elsewhere Mermaid moves states into another parent.
    ...[...arrows].map(([arrow, labels]) =>
      [arrow, labels.join('<br>')].filter(Boolean).join(' : '),
    ),
    ...(dashed.length > 0
      ? ['classDef aside font-style:italic,stroke-dasharray:3', `class ${dashed.join(', ')} aside`]
      : []),
  ];
  return ['stateDiagram-v2', ...lines.map((line) => INDENT + line)].join('\n');
};
