import type { ChartEdge } from '../model/chart-edges.ts';
import type { StateDescription } from '../model/describe-chart.ts';
import {
  codeChange,
  compareActions,
  type Difference,
  difference,
  type Effect,
  formChange,
  type Pair,
  pathIn,
} from './difference.ts';
import type { ChartSide, StateForms } from './forms.ts';

const NO_FORMS: StateForms = { entry: [], exit: [], initial: [], inputs: {} };

type Told = [text: string, effect?: Effect];

const compareInvokes = (pair: Pair, one: StateDescription, other: StateDescription): Told[] => {
  const { old, now, renames } = pair;
  const actorsOf = ({ machine, forms }: ChartSide, { id: state, path }: StateDescription) =>
    machine.getStateNodeById(state).invoke.map(({ id, src, systemId = 'none' }) => ({
      ...{ id, systemId, src: String(src).replace(/^xstate\.invoke\..*/, 'inline') },
      input: forms.states[path]?.inputs[id],
    }));
  const after = new Map(actorsOf(now, other).map((actor) => [actor.id, actor]));
  const told = actorsOf(old, one).flatMap((actor): (Told | undefined)[] => {
    const id = renames.children.get(actor.id) ?? actor.id;
    const next = after.get(id);
    if (!next) return [[`no longer runs ${actor.id}`]];
    after.delete(id);
    const src = renames.actors.get(actor.src) ?? actor.src;
    const system = `system id of ${id}: ${next.systemId} instead of ${actor.systemId}`;
    return [
      src === next.src ? undefined : [`${id} runs ${next.src} instead of ${actor.src}`],
      actor.systemId === next.systemId ? undefined : [system],
      formChange(pair, `input of ${id}`, actor.input, next.input),
    ];
  });
  const added = [...after.keys()].map((id): Told => [`runs ${id} now`]);
  return [...told, ...added].filter((one) => one !== undefined);
};

/** What regions run actions at: their events, and the start if they have other actions than those of edges. */
const actsAt = ({ description: { states, edges } }: ChartSide, region: StateDescription) => {
  const inside = states.filter(({ path }) => `${path}.`.startsWith(`${region.path}.`));
  const isBusy = inside.some(({ entry, exit, invokes }) => `${entry}${exit}${invokes}` !== '');
  const isActive = ({ actions }: ChartEdge) => isBusy || actions.length > 0;
  const own = edges.filter((edge) => inside.some(({ id }) => id === edge.source) && isActive(edge));
  return [...(isBusy ? ['start'] : []), ...own.map(({ event }) => event)];
};

/** Regions run their actions in the order in which they are written. */
const regionOrder = ({ old, now, renames }: Pair, other: StateDescription): Told | undefined => {
  const after = now.description.states.filter(({ parent }) => parent === other.id);
  const ids = old.description.states.map(({ id }) => renames.states.get(id));
  const swapped = after.flatMap((left, index) =>
    after
      .slice(index)
      .filter(({ id }) => ids.includes(id) && ids.indexOf(id) < ids.indexOf(left.id))
      .map((right) => [actsAt(now, left), actsAt(now, right)] as const),
  );
  const isSame = swapped.every(([events, others]) => !events.some((one) => others.includes(one)));
  const text = `regions in another order: ${after.map(({ key }) => key).join(', ')}`;
  if (swapped.length === 0) return undefined;
  return isSame ? [`${text}, which makes no difference`, 'none'] : [text];
};

const compareState = (pair: Pair, one: StateDescription, other: StateDescription): Difference[] => {
  const { old, now, renames } = pair;
  const found: Difference[] = [];
  const tell = (text: string, effect: Effect = 'behaviour') =>
    found.push(difference('~', text, { old: [one.id], new: [other.id], effect }));
  const isRoot = one.parent === undefined;
  const [oldPath, path] = [pathIn(old, one.id), pathIn(now, other.id)];
  const isMoved = !isRoot && renames.states.get(one.parent ?? '') !== other.parent;
  if (isMoved) tell(`state ${oldPath} moved to ${path}`);
  else if (isRoot && one.id !== other.id)
    tell(`id of the chart renamed from ${oldPath} to ${path}`, 'none');
  else if (!isRoot && one.key !== other.key) tell(`state ${oldPath} renamed to ${path}`, 'none');

  const at = `${isRoot ? 'chart' : 'state'} ${path}: `;
  const tellTags = (what: string, tags: string[], others: string[]) => {
    const only = tags.filter((tag) => !others.includes(tag));
    if (only.length > 0) tell(`${at}tag${only.length > 1 ? 's' : ''} ${only.join(', ')} ${what}`);
  };
  if (one.type !== other.type) tell(`${at}${other.type} instead of ${one.type}`);
  if (one.history !== other.history && one.type === other.type)
    tell(`${at}${other.history} history instead of ${one.history}`);
  const initial = one.initial.map((id) => renames.states.get(id) ?? id);
  if (initial.join() !== other.initial.join() && one.type === other.type)
    tell(
      `${at}begins in ${other.initial.map((id) => pathIn(now, id))} instead of ${one.initial.map((id) => pathIn(old, id))}`,
    );
  const order = one.type === 'parallel' && other.type === 'parallel' && regionOrder(pair, other);
  if (order) tell(at + order[0], order[1]);
  tellTags('removed', one.tags, other.tags);
  tellTags('added', other.tags, one.tags);
  if (one.description !== other.description) tell(`${at}its description changed`, 'none');

  const before = old.forms.states[one.path] ?? NO_FORMS;
  const after = now.forms.states[other.path] ?? NO_FORMS;
  for (const slot of ['entry', 'exit', 'initial'] as const) {
    const { lines, rewritten } = compareActions(pair, before[slot], after[slot]);
    for (const line of lines) tell(`${at}${slot} ${line}`);
    for (const [left, right] of rewritten)
      tell(`${at}the same ${slot} action, ${codeChange(left.text, right.text)}`, 'none');
  }
  for (const [text, effect] of compareInvokes(pair, one, other)) tell(at + text, effect);
  for (const part of ['output', 'meta'] as const) {
    const change = formChange(pair, part, before[part], after[part]);
    if (change) tell(at + change[0], change[1]);
  }
  return found;
};

/** What differs between the states of two versions of a chart. */
export const compareStates = (pair: Pair): Difference[] => {
  const { old, now, renames } = pair;
  const kindOf = ({ type }: StateDescription) => (type === 'atomic' ? 'state' : `${type} state`);
  return [
    ...old.description.states
      .filter(({ id }) => !renames.states.has(id))
      .map((state) =>
        difference('-', `${kindOf(state)} ${state.path} removed`, { old: [state.id] }),
      ),
    ...now.description.states
      .filter(({ id }) => ![...renames.states.values()].includes(id))
      .map((state) => difference('+', `${kindOf(state)} ${state.path} added`, { new: [state.id] })),
    ...old.description.states.flatMap((state) => {
      const other = now.description.states.find(({ id }) => id === renames.states.get(state.id));
      return other ? compareState(pair, state, other) : [];
    }),
  ];
};
