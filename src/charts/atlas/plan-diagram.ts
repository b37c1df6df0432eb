import type { EdgeDescription } from '../model/describe-edges.ts';
import type { StateDescription } from '../model/describe-states.ts';
import { edgeLabel } from '../model/edge-label.ts';
import { createNames, escapeLabel } from './mermaid-text.ts';

/** An arrow between two Mermaid names, with the labels of all its edges. */
interface Arrow {
  from: string;
  to: string;
  labels: string[];
}

/** The parts of a Mermaid diagram besides the states. */
export interface DiagramPlan {
  nameOf: (id: string) => string;
  arrows: Arrow[];
  /** Labels of transitions without a target, by Mermaid name of their state. */
  inside: Map<string, string[]>;
  /** Mermaid names of the `any of …` placeholders, by id of the compound state. */
  anyOf: Map<string, string>;
  /** Mermaid names of the entry points, by id of the compound state. */
  entries: Map<string, string>;
  /** Mermaid names of the `… again` placeholders, by id of the re-entered state. */
  again: Map<string, string>;
}

/**
 * Chooses the ends of a chart's arrows. Mermaid hides or rejects arrows between a state and its ancestor
 * and covers labels of arrows that end at a border, so a compound state gets an entry point and a
 * placeholder for its own edges.
 */
export const planDiagram = (states: StateDescription[], edges: EdgeDescription[]): DiagramPlan => {
  const nameOf = createNames();
  const byId = new Map(states.map((state) => [state.id, state]));
  const outer = new Set(states.map(({ parent }) => parent));
  const around = (id: string): string[] => {
    const parent = byId.get(id)?.parent;
    return parent === undefined ? [id] : [id, ...around(parent)];
  };

  const found = new Map<string, Arrow>();
  const inside = new Map<string, string[]>();
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
  const addArrow = (from: string, to: string, label: string) => {
    const arrow = found.get(`${from} ${to}`) ?? { from, to, labels: [] };
    if (label !== '') arrow.labels.push(label);
    found.set(`${from} ${to}`, arrow);
  };

  for (const edge of edges) {
    const { source, targets, actions } = edge;
    const label = escapeLabel(edgeLabel(edge, edges));
    for (const target of targets)
      addArrow(sourceNameOf(source, target), targetNameOf(target, source), label);
    if (targets.length > 0) continue;
    const at = sourceNameOf(source);
    const does = actions.map(escapeLabel).join(', ') || 'nothing';
    inside.set(at, [...(inside.get(at) ?? []), `${label} / ${does}`]);
  }
  for (const { id, type, initial } of states)
    if (type === 'history')
      for (const to of initial) addArrow(nameOf(id), targetNameOf(to, id), 'at first');
  for (const [id, name] of entries) {
    const does = byId.get(id)?.initialActions.map(escapeLabel).join(', ');
    for (const to of byId.get(id)?.initial ?? [])
      addArrow(name, entries.get(to) ?? nameOf(to), does ? `/ ${does}` : '');
  }
  return { nameOf, arrows: [...found.values()], inside, anyOf, entries, again };
};
