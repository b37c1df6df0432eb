import type { ChartDescription, StateDescription } from '../model/describe-chart.ts';
import { triggerOf } from './match-names.ts';

/** What tells a state from others, each with its weight. */
type Features = Map<string, number>;

/** Share of common features from which two states of different names are the same state. */
const SIMILARITY_MIN = 0.45;

/**
 * @param nameOf the name of another state that is the same in both charts, if it is known
 */
const featuresOf = (
  state: StateDescription,
  { states, edges, actors }: ChartDescription,
  nameOf: (id: string) => string | undefined,
): Features => {
  const features: Features = new Map([[`type ${state.type}`, 0.5]]);
  const add = (weight: number, ...words: (string | undefined)[]) => {
    if (words.every((word) => word !== undefined)) features.set(words.join(' '), weight);
  };
  const keyOf = (id: string) => states.find((one) => one.id === id)?.key;
  add(1, 'parent', nameOf(state.parent ?? ''));
  add(1, 'key', state.key);
  add(3, 'description', state.description);
  for (const tag of state.tags) add(1, 'tag', tag);
  for (const action of state.entry) add(1.5, 'entry', action);
  for (const action of state.exit) add(1.5, 'exit', action);
  for (const id of state.invokes) add(3, 'runs', actors.find((actor) => actor.id === id)?.src);
  if (states.some(({ initial, type }) => type === 'compound' && initial.includes(state.id)))
    add(1, 'initial');
  for (const child of states) if (child.parent === state.id) add(2, 'child', child.key);
  for (const edge of edges) {
    const [target] = edge.targets;
    const trigger = triggerOf(edge);
    if (edge.source === state.id) {
      add(1, 'out', trigger);
      add(0.5, 'out', trigger, edge.guard ?? '-');
      if (target === undefined) add(1, 'out', trigger, edge.actions.join());
      else if (target !== state.id) {
        add(1.5, 'out', trigger, nameOf(target) ?? keyOf(target));
        add(0.5, 'to', nameOf(target));
      }
    }
    if (edge.targets.includes(state.id) && edge.source !== state.id) {
      add(1.5, 'in', nameOf(edge.source) ?? keyOf(edge.source), trigger, edge.guard ?? '-');
      add(0.5, 'from', nameOf(edge.source));
    }
  }
  return features;
};

const similarity = (one: Features, other: Features): number => {
  let common = 0;
  let all = 0;
  for (const [key, weight] of new Map([...other, ...one])) {
    all += weight;
    if (one.has(key) && other.has(key)) common += weight;
  }
  return common / all;
};

/**
 * The same states of two versions of a chart: ids of the new one by ids of the old one. First those
 * of the same path, then those whose key, content and edges are the most similar.
 */
export const matchStates = (old: ChartDescription, now: ChartDescription): Map<string, string> => {
  const matched = new Map<string, string>();
  const taken = new Set<string>();
  const match = (one: StateDescription, other: StateDescription) => {
    matched.set(one.id, other.id);
    taken.add(other.id);
  };
  const matchChildren = () => {
    for (const one of old.states) {
      const parent = one.parent === undefined ? undefined : matched.get(one.parent);
      const other = now.states.find(({ key, parent: of }) => key === one.key && of === parent);
      if (other && !matched.has(one.id) && !taken.has(other.id)) match(one, other);
    }
  };
  const [oldRoot, newRoot] = [old.states[0], now.states[0]];
  if (oldRoot && newRoot) match(oldRoot, newRoot);
  matchChildren();
  for (;;) {
    const left = now.states
      .filter(({ id }) => !taken.has(id))
      .map((other) => ({
        other,
        features: featuresOf(other, now, (id) => (taken.has(id) ? id : undefined)),
      }));
    let best: [one: StateDescription, other: StateDescription] | undefined;
    let highest = SIMILARITY_MIN;
    for (const one of old.states.filter(({ id }) => !matched.has(id))) {
      const own = featuresOf(one, old, (id) => matched.get(id));
      for (const { other, features } of left) {
        const score = similarity(own, features);
        if (score <= highest) continue;
        best = [one, other];
        highest = score;
      }
    }
    if (!best) return matched;
    match(...best);
    matchChildren();
  }
};
