import type { EdgeDescription } from './describe-edges.ts';
import type { StateDescription } from './describe-states.ts';
import { edgeLabel } from './edge-label.ts';

const INDENT = '  ';
/** Letters with a meaning of their own to Mermaid, to Markdown inside it, or to HTML. */
const SPECIAL = /[#:;"<>&{}*`$%\\|]/g;

const escapeLabel = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').replaceAll(SPECIAL, (letter) => `#${letter.charCodeAt(0)};`);

/** Ids that are unique for all of Mermaid's scopes, made of letters that it takes everywhere. */
const createNames = () => {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  return (id: string): string => {
    const before = names.get(id);
    if (before) return before;
    // An underscore at the front keeps apart what Mermaid knows as words: end, note, state.
    const plain = `_${id.replaceAll(/\W+/g, '_')}`;
    let name = plain;
    for (let count = 2; taken.has(name); count += 1) name = `${plain}_${count}`;
    names.set(id, name);
    taken.add(name);
    return name;
  };
};

const labelOf = ({ type, history, key }: StateDescription): string =>
  type === 'history' ? `${history === 'deep' ? 'H*' : 'H'} (${key})` : key;

/**
 * Draws a chart as a Mermaid `stateDiagram-v2`. Small dashed states say what Mermaid draws badly or
 * not at all: edges of a state that has others inside begin at `any of …` within it, edges to a state
 * around their source end at `… again`. What changes no state is written into the state that takes it.
 */
export const drawMermaid = ({
  states,
  edges,
}: {
  states: StateDescription[];
  edges: EdgeDescription[];
}): string => {
  const nameOf = createNames();
  const byId = new Map(states.map((state) => [state.id, state]));
  const childrenOf = (id: string) => states.filter(({ parent }) => parent === id);
  const around = (id: string): string[] => {
    const parent = byId.get(id)?.parent;
    return parent === undefined ? [id] : [id, ...around(parent)];
  };
  const [root] = states;
  if (!root) return 'stateDiagram-v2';
  const hasInside = (id: string) => childrenOf(id).length > 0;
  const isDrawn = (id: string) => id !== root.id || root.type !== 'compound';

  const fromInside = new Map<string, string>();
  const again = new Map<string, string>();
  const inside = new Map<string, string[]>();
  const arrows = new Map<string, { from: string; to: string; labels: string[] }>();

  /** A dashed state that stands for `id` within it; at its place for the root. */
  const standIn = (kind: Map<string, string>, id: string, label: string): string => {
    const name = nameOf(`${id}|${label}`);
    kind.set(id, name);
    return name;
  };
  const anyOf = (id: string) => standIn(fromInside, id, 'any');

  for (const edge of edges) {
    const { source, targets } = edge;
    const label = escapeLabel(edgeLabel(edge, edges));
    if (targets.length === 0) {
      const at = hasInside(source) ? anyOf(source) : nameOf(source);
      const does = edge.actions.length > 0 ? ` / ${edge.actions.map(escapeLabel).join(', ')}` : '';
      inside.set(at, [...(inside.get(at) ?? []), `${label}${does || ' / nothing'}`]);
    }
    for (const target of targets) {
      const isOutward = around(source).includes(target) && hasInside(target);
      const from = hasInside(source) ? anyOf(source) : nameOf(source);
      const to = isOutward || !isDrawn(target) ? standIn(again, target, 'again') : nameOf(target);
      const key = `${from} ${to}`;
      const arrow = arrows.get(key) ?? { from, to, labels: [] };
      arrow.labels.push(label);
      arrows.set(key, arrow);
    }
  }
  for (const { id, initial } of states.filter(({ type }) => type === 'history'))
    for (const target of initial)
      arrows.set(id, { from: nameOf(id), to: nameOf(target), labels: ['at first'] });

  const draw = (state: StateDescription, depth: number): string[] => {
    const pad = INDENT.repeat(depth);
    const name = nameOf(state.id);
    const opening = `${pad}state "${escapeLabel(labelOf(state))}" as ${name}`;
    if (!hasInside(state.id)) return [opening];
    return [`${opening} {`, ...drawInside(state, depth + 1), `${pad}}`];
  };
  const drawInside = (state: StateDescription, depth: number): string[] => {
    const pad = INDENT.repeat(depth);
    const children = childrenOf(state.id);
    const standIns = [
      [fromInside.get(state.id), `any of ${state.key}`],
      [again.get(state.id), `${state.key} again`],
    ].flatMap(([name, label]) =>
      name && label ? [`${pad}state "${escapeLabel(label)}" as ${name}`] : [],
    );
    const does = state.initialActions.map(escapeLabel).join(', ');
    const initial =
      state.type === 'compound'
        ? state.initial.map((id) => `${pad}[*] --> ${nameOf(id)}${does && ` : / ${does}`}`)
        : [];
    const finals = children
      .filter(({ type }) => type === 'final')
      .map(({ id }) => `${pad}${nameOf(id)} --> [*]`);
    if (state.type !== 'parallel')
      return [
        ...initial,
        ...children.flatMap((child) => draw(child, depth)),
        ...standIns,
        ...finals,
      ];
    const regions = children.filter(({ type }) => type !== 'history');
    const others = children.filter(({ type }) => type === 'history');
    return [
      ...regions.flatMap((child, index) => [
        ...(index > 0 ? [`${pad}--`] : []),
        ...draw(child, depth),
      ]),
      ...(others.length + standIns.length > 0 ? [`${pad}--`] : []),
      ...others.flatMap((child) => draw(child, depth)),
      ...standIns,
    ];
  };

  const drawn = root.type === 'compound' ? drawInside(root, 1) : draw(root, 1);
  const dashed = [...fromInside.values(), ...again.values()];
  return [
    'stateDiagram-v2',
    ...drawn,
    ...[...inside].flatMap(([name, lines]) => lines.map((line) => `${INDENT}${name} : ${line}`)),
    // All at the outermost level: there, Mermaid leaves every state where it was declared.
    ...[...arrows.values()].map(({ from, to, labels }) => {
      const said = labels.filter((label) => label !== '');
      return `${INDENT}${from} --> ${to}${said.length > 0 ? ` : ${said.join('<br>')}` : ''}`;
    }),
    ...(dashed.length > 0
      ? [
          `${INDENT}classDef aside font-style:italic,stroke-dasharray:3`,
          `${INDENT}class ${dashed.join(', ')} aside`,
        ]
      : []),
  ].join('\n');
};
