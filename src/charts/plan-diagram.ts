import type { EdgeDescription } from './describe-edges.ts';
import type { StateDescription } from './describe-states.ts';
import { edgeLabel } from './edge-label.ts';
import { createNames, escapeLabel } from './mermaid-text.ts';

/** An arrow of a diagram between two names, with everything that leads along it. */
interface Arrow {
  from: string;
  to: string;
  labels: string[];
}

/** What a Mermaid diagram of a chart is made of, beyond its states. */
export interface DiagramPlan {
  nameOf: (id: string) => string;
  arrows: Arrow[];
  /** What is said inside a state: events that it takes without leaving. By the state's name. */
  inside: Map<string, string[]>;
  /** Names of the states that stand for whichever state within is active; by the id of the outer one. */
  anyOf: Map<string, string>;
  /** Names of the points where a state with others inside is entered; by its id. */
  entries: Map<string, string>;
  /** Names of the states that stand for entering a state around, where it has no such point. */
  again: Map<string, string>;
}

/**
 * Plans where a chart's arrows begin and end. Mermaid hides or refuses arrows between a state and
 * one around it, and covers labels of arrows that end at a border; so a state with others inside has
 * a point where it is entered, and a stand-in for its own edges.
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

  const standIn = (kind: Map<string, string>, id: string, word: string): string => {
    const name = nameOf(`${id}|${word}`);
    kind.set(id, name);
    return name;
  };
  const beginningOf = (source: string, target?: string): string => {
    if (!outer.has(source)) return nameOf(source);
    // From a state with regions, an arrow out begins at its border: within, it would be one more.
    const isOut =
      target !== undefined && !around(target).includes(source) && !around(source).includes(target);
    if (isOut && byId.get(source)?.type === 'parallel') return nameOf(source);
    return standIn(anyOf, source, 'any');
  };
  const endOf = (target: string, source: string): string => {
    const state = byId.get(target);
    const isRoot = state?.parent === undefined;
    if (state?.type === 'compound' && !isRoot) return standIn(entries, target, 'entered');
    const isAround = outer.has(target) && around(source).includes(target);
    return isAround ? standIn(again, target, 'again') : nameOf(target);
  };
  const lead = (from: string, to: string, label: string) => {
    const arrow = found.get(`${from} ${to}`) ?? { from, to, labels: [] };
    if (label !== '') arrow.labels.push(label);
    found.set(`${from} ${to}`, arrow);
  };

  for (const edge of edges) {
    const { source, targets, actions } = edge;
    const label = escapeLabel(edgeLabel(edge, edges));
    for (const target of targets) lead(beginningOf(source, target), endOf(target, source), label);
    if (targets.length > 0) continue;
    const at = beginningOf(source);
    const does = actions.map(escapeLabel).join(', ') || 'nothing';
    inside.set(at, [...(inside.get(at) ?? []), `${label} / ${does}`]);
  }
  for (const { id, type, initial } of states)
    if (type === 'history') for (const to of initial) lead(nameOf(id), endOf(to, id), 'at first');
  for (const [id, name] of entries) {
    const does = byId.get(id)?.initialActions.map(escapeLabel).join(', ');
    for (const to of byId.get(id)?.initial ?? [])
      lead(name, entries.get(to) ?? nameOf(to), does ? `/ ${does}` : '');
  }
  return { nameOf, arrows: [...found.values()], inside, anyOf, entries, again };
};
