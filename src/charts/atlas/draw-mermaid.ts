import type { EdgeDescription } from '../model/describe-edges.ts';
import type { StateDescription } from '../model/describe-states.ts';
import { escapeLabel } from './mermaid-text.ts';
import { planDiagram } from './plan-diagram.ts';

const INDENT = '  ';

const labelOf = ({ type, history, key }: StateDescription): string =>
  type === 'history' ? `${history === 'deep' ? 'H*' : 'H'} (${key})` : key;

/**
 * Draws a chart as a Mermaid `stateDiagram-v2`. A diamond is the entry of a compound state, a dashed
 * `any of …` its active child, a dashed `… again` the re-entry of a parallel state from inside. A
 * transition without a target is text inside its state.
 */
export const drawMermaid = ({
  states,
  edges,
}: {
  states: StateDescription[];
  edges: EdgeDescription[];
}): string => {
  const { nameOf, arrows, inside, anyOf, entries, again } = planDiagram(states, edges);
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
    const any = anyOf.get(id);
    const anew = again.get(id);
    const aside = [
      ...(any ? [stateLine(`any of ${key}`, any)] : []),
      ...(anew ? [stateLine(`${key} again`, anew)] : []),
    ];
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
    ...arrows.map(({ from, to, labels }) =>
      labels.length > 0 ? `${from} --> ${to} : ${labels.join('<br>')}` : `${from} --> ${to}`,
    ),
    ...(dashed.length > 0
      ? ['classDef aside font-style:italic,stroke-dasharray:3', `class ${dashed.join(', ')} aside`]
      : []),
  ];
  return ['stateDiagram-v2', ...lines.map((line) => INDENT + line)].join('\n');
};
