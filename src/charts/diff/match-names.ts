import type { ChartEdge } from '../model/chart-edges.ts';
import type { ChartSide, Form } from './forms.ts';

/** Names of the new chart by those of the old one, for what has another name now. */
export interface Renames {
  /** Ids of states, the unchanged ones included. */
  states: Map<string, string>;
  events: Map<string, string>;
  /** Ids of invoked actors. */
  children: Map<string, string>;
  guards: Map<string, string>;
  actions: Map<string, string>;
  delays: Map<string, string>;
  /** Names of actor logic. */
  actors: Map<string, string>;
  /** Properties of the context. */
  context: Map<string, string>;
}

/** A type without its comments, on one line, its properties with other names where they are given. */
export const typeText = (text = 'none', names: ReadonlyMap<string, string> = new Map()): string =>
  text
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/\w+(?=\??:)/g, (name) => names.get(name) ?? name);

/** Properties of the context that have another name now, where its type is the same otherwise. */
export const matchContext = ({ description: old }: ChartSide, { description: now }: ChartSide) => {
  const [before, after] = [typeText(old.context).split(/\b/), typeText(now.context).split(/\b/)];
  const isNew = (word: string | undefined) => word !== undefined && !before.includes(word);
  const pairs = before.map((word, index) => [word, after[index] ?? ''] as const);
  const names = new Map(pairs.filter(([word, next]) => !after.includes(word) && isNew(next)));
  const isSame = typeText(old.context, names) === typeText(now.context);
  return isSame && new Set(names.values()).size === names.size ? names : new Map<string, string>();
};

type Kind = 'guards' | 'actions' | 'delays';

/** Rewrites old names in a form: `«guard:isReady»`, `«state:open.ready»`, and events and actor ids in quotes. */
export const renamer = (renames: Renames, old: ChartSide, now: ChartSide) => {
  const pathOf = new Map(now.description.states.map(({ id, path }) => [id, path]));
  const paths = new Map(
    old.description.states.map(({ id, path }) => [path, pathOf.get(renames.states.get(id) ?? '')]),
  );
  return (form: string): string =>
    form
      .replaceAll(/«(guard|action|state):([^»]*)»/g, (_, kind: string, name: string) => {
        const next =
          kind === 'state'
            ? paths.get(name)
            : renames[kind === 'guard' ? 'guards' : 'actions'].get(name);
        return `«${kind}:${next ?? name}»`;
      })
      .replaceAll(/'([^']*)'/g, (_, text: string) => {
        return `'${renames.events.get(text) ?? renames.children.get(text) ?? text}'`;
      });
};

/** The event of an edge without the id of its state, with the names of the new chart if those are given. */
export const triggerOf = (
  { cause, of = '', event }: ChartEdge,
  { events, children, delays }: Partial<Renames> = {},
): string => {
  if (cause === 'event') return events?.get(event) ?? event;
  if (cause === 'stateDone') return cause;
  const named = cause === 'after' ? delays : children;
  return `${cause} ${named?.get(of) ?? of}`.trim();
};

type Places = Record<Kind, Map<string, Set<string>>>;

/** Where each name is used: `state trigger slot`, with other names where they are given. */
const placesOf = ({ description, forms }: ChartSide, renames: Partial<Renames> = {}): Places => {
  const places: Places = { guards: new Map(), actions: new Map(), delays: new Map() };
  const add = (kind: Kind, name: string | undefined, place: string) => {
    if (name) places[kind].set(name, (places[kind].get(name) ?? new Set()).add(place));
  };
  const stateOf = (id: string) => renames.states?.get(id) ?? id;
  for (const edge of description.edges) {
    const trigger = edge.cause === 'after' ? 'after' : triggerOf(edge, renames);
    const place = `${stateOf(edge.source)} ${trigger}`;
    const { actions = [] } = forms.edges[edge.id] ?? {};
    for (const guard of edge.guards) add('guards', guard, `${place} ${edge.targets.map(stateOf)}`);
    for (const { name } of actions) add('actions', name, `${place} ${edge.targets.map(stateOf)}`);
    if (edge.cause === 'after') add('delays', edge.of, place);
  }
  for (const { id, path } of description.states) {
    const { entry = [], exit = [], initial = [] } = forms.states[path] ?? {};
    for (const [slot, actions] of Object.entries({ entry, exit, initial }))
      for (const { name } of actions) add('actions', name, `${stateOf(id)} ${slot}`);
  }
  for (const { name, within } of description.guards)
    for (const outer of within) add('guards', name, `in ${outer}`);
  return places;
};

const overlap = (one: Set<string> = new Set(), other: Set<string> = new Set()): number => {
  const common = [...one].filter((place) => other.has(place)).length;
  const all = new Set([...one, ...other]).size;
  return all === 0 ? 0 : common / all;
};

/** Names that are gone with names that came, in pairs of the highest score, each name once. */
const bestPairs = (
  old: string[],
  now: string[],
  score: (one: string, other: string) => number,
): Map<string, string> => {
  const added = now.filter((name) => !old.includes(name));
  const pairs = old
    .filter((name) => !now.includes(name))
    .flatMap((one) => added.map((other) => ({ one, other, score: score(one, other) })))
    .filter((pair) => pair.score > 0)
    .sort((a, b) => b.score - a.score);
  const found = new Map<string, string>();
  for (const { one, other } of pairs)
    if (!found.has(one) && ![...found.values()].includes(other)) found.set(one, other);
  return found;
};

/** Events of which every edge leads to where those of another event do now. */
const matchEvents = (old: ChartSide, now: ChartSide, states: Map<string, string>) => {
  const endsIn = ({ description }: ChartSide, renamed: Map<string, string>) => {
    const ends = new Map<string, Set<string>>();
    for (const { cause, event, source, targets } of description.edges)
      if (cause === 'event' && event !== '*') {
        const end = [source, ...targets].map((id) => renamed.get(id) ?? id).join();
        ends.set(event, (ends.get(event) ?? new Set()).add(end));
      }
    return ends;
  };
  const [before, after] = [endsIn(old, states), endsIn(now, new Map())];
  return bestPairs([...before.keys()], [...after.keys()], (one, other) =>
    Math.max(0, overlap(before.get(one), after.get(other)) - 0.6),
  );
};

/** Actors that run where another one does now: with the same logic, or in place of it. */
const matchChildren = (old: ChartSide, now: ChartSide, states: Map<string, string>) => {
  const actorsIn = ({ description }: ChartSide) =>
    new Map(description.actors.toReversed().map((actor) => [actor.id, actor]));
  const [oldActors, newActors] = [actorsIn(old), actorsIn(now)];
  return bestPairs([...oldActors.keys()], [...newActors.keys()], (one, other) => {
    const [before, after] = [oldActors.get(one), newActors.get(other)];
    const where = overlap(
      new Set(before?.states.map((id) => states.get(id) ?? id)),
      new Set(after?.states),
    );
    return where > 0 ? where + (before?.src === after?.src ? 1 : 0) : 0;
  });
};

/**
 * What has another name in the new chart. A guard, action or delay is the same if its code and its
 * places are; one without code if its places are.
 */
export const matchNames = (
  old: ChartSide,
  now: ChartSide,
  states: Map<string, string>,
): Renames => {
  const renames: Renames = {
    states,
    events: matchEvents(old, now, states),
    children: matchChildren(old, now, states),
    guards: new Map(),
    actions: new Map(),
    delays: new Map(),
    actors: new Map(),
    context: matchContext(old, now),
  };
  for (const { id, src } of old.description.actors) {
    const next = now.description.actors.find((one) => one.id === (renames.children.get(id) ?? id));
    const isRenamed = !(src in now.actorTypes) && next && !(next.src in old.actorTypes);
    if (isRenamed) renames.actors.set(src, next.src);
  }
  const before = placesOf(old, renames);
  const after = placesOf(now);
  const rename = renamer(renames, old, now);
  for (const kind of ['guards', 'actions', 'delays'] as const) {
    const [oldForms, newForms] = [old.forms[kind], now.forms[kind]];
    const isSame = (one: Form | undefined, other: Form | undefined) =>
      one && other && rename(one.deep) === other.deep && one.isEffect === other.isEffect;
    renames[kind] = bestPairs(Object.keys(oldForms), Object.keys(newForms), (one, other) => {
      if (!isSame(oldForms[one], newForms[other])) return 0;
      const isUnused = !before[kind].has(one) && !after[kind].has(other);
      const score = overlap(before[kind].get(one), after[kind].get(other));
      return isUnused && !oldForms[one]?.isEffect ? 0.5 : score;
    });
  }
  return renames;
};
