import type { StateDescription } from '../model/describe-chart.ts';
import {
  codeChange,
  compareActions,
  type Difference,
  difference,
  formChange,
  type Pair,
  pathIn,
} from './difference.ts';

const NO_FORMS = {
  entry: [],
  exit: [],
  initial: [],
  inputs: {},
  output: undefined,
  meta: undefined,
};

const listText = (words: string[], noun: string): string =>
  `${noun}${words.length > 1 ? 's' : ''} ${words.join(', ')}`;

const compareInvokes = (pair: Pair, one: StateDescription, other: StateDescription) => {
  const { old, now, renames } = pair;
  const actorsOf = ({ description }: Pair['old'], { id, invokes }: StateDescription) =>
    invokes.flatMap((invoked) =>
      description.actors.filter((actor) => actor.id === invoked && actor.states.includes(id)),
    );
  const [before, after] = [actorsOf(old, one), actorsOf(now, other)];
  const idOf = (id: string) => renames.children.get(id) ?? id;
  const [oldInputs, newInputs] = [
    old.forms.states[one.path]?.inputs,
    now.forms.states[other.path]?.inputs,
  ];
  return [
    ...before
      .filter(({ id }) => !after.some((actor) => actor.id === idOf(id)))
      .map(({ id }) => `no longer runs ${id}`),
    ...after
      .filter(({ id }) => !before.some((actor) => idOf(actor.id) === id))
      .map(({ id }) => `runs ${id} now`),
    ...before.flatMap((actor) => {
      const next = after.find(({ id }) => id === idOf(actor.id));
      if (!next) return [];
      const isSame = (renames.actors.get(actor.src) ?? actor.src) === next.src;
      const input = formChange(
        pair,
        `input of ${next.id}`,
        oldInputs?.[actor.id],
        newInputs?.[next.id],
      );
      return [
        ...(isSame ? [] : [`${next.id} runs ${next.src} instead of ${actor.src}`]),
        ...(input ? [input] : []),
      ];
    }),
  ];
};

const compareState = (pair: Pair, one: StateDescription, other: StateDescription): Difference[] => {
  const { old, now, renames } = pair;
  const found: Difference[] = [];
  const tell = (text: string, effect: Difference['effect'] = 'behaviour') =>
    found.push(difference('~', text, { old: [one.id], new: [other.id], effect }));
  const isRoot = one.parent === undefined;
  const [oldPath, path] = [pathIn(old, one.id), pathIn(now, other.id)];
  const isMoved = !isRoot && renames.states.get(one.parent ?? '') !== other.parent;
  if (isMoved) tell(`state ${oldPath} moved to ${path}`);
  else if (isRoot ? one.id !== other.id : one.key !== other.key)
    tell(
      isRoot
        ? `id of the chart renamed from ${oldPath} to ${path}`
        : `state ${oldPath} renamed to ${path}`,
      'none',
    );

  const at = `state ${path}: `;
  const gone = (before: string[], after: string[]) =>
    before.filter((word) => !after.includes(word));
  if (one.type !== other.type) tell(`${at}${other.type} instead of ${one.type}`);
  if (one.history !== other.history && one.type === other.type)
    tell(`${at}${other.history} history instead of ${one.history}`);
  const initial = one.initial.map((id) => renames.states.get(id) ?? id);
  if (initial.join() !== other.initial.join() && one.type === other.type)
    tell(
      `${at}begins in ${other.initial.map((id) => pathIn(now, id))} instead of ${one.initial.map((id) => pathIn(old, id))}`,
    );
  const [tagsGone, tagsAdded] = [gone(one.tags, other.tags), gone(other.tags, one.tags)];
  if (tagsGone.length > 0) tell(`${at}${listText(tagsGone, 'tag')} removed`);
  if (tagsAdded.length > 0) tell(`${at}${listText(tagsAdded, 'tag')} added`);
  if (one.description !== other.description) tell(`${at}its description changed`, 'none');

  const before = old.forms.states[one.path] ?? NO_FORMS;
  const after = now.forms.states[other.path] ?? NO_FORMS;
  for (const slot of ['entry', 'exit', 'initial'] as const) {
    const { lines, rewritten } = compareActions(pair, before[slot], after[slot]);
    for (const line of lines) tell(`${at}${slot} ${line}`);
    for (const [left, right] of rewritten)
      tell(`${at}the same ${slot} action, ${codeChange(left.text, right.text)}`, 'none');
  }
  for (const line of compareInvokes(pair, one, other))
    if (typeof line === 'string') tell(`${at}${line}`);
    else tell(`${at}${line[0]}`, line[1]);
  for (const part of ['output', 'meta'] as const) {
    const change = formChange(pair, part, before[part], after[part]);
    if (change) tell(`${at}${change[0]}`, change[1]);
  }
  return found;
};

/** What differs between the states of two versions of a chart. */
export const compareStates = (pair: Pair): Difference[] => {
  const { old, now, renames } = pair;
  const kindOf = ({ type }: StateDescription) => (type === 'atomic' ? 'state' : `${type} state`);
  const kept = new Set(renames.states.values());
  return [
    ...old.description.states
      .filter(({ id }) => !renames.states.has(id))
      .map((state) =>
        difference('-', `${kindOf(state)} ${state.path} removed`, { old: [state.id] }),
      ),
    ...now.description.states
      .filter(({ id }) => !kept.has(id))
      .map((state) => difference('+', `${kindOf(state)} ${state.path} added`, { new: [state.id] })),
    ...old.description.states.flatMap((state) => {
      const other = now.description.states.find(({ id }) => id === renames.states.get(state.id));
      return other ? compareState(pair, state, other) : [];
    }),
  ];
};
