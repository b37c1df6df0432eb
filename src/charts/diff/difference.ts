import { type ChartSide, type Form, ruleText } from './forms.ts';
import type { Renames } from './match-names.ts';

/** What a difference means for who uses the chart: another behaviour, other types, or nothing. */
export type Effect = 'behaviour' | 'types' | 'none';

/** One sentence about what differs, and the states and edges that it is about. */
export interface Difference {
  sign: '+' | '-' | '~';
  effect: Effect;
  text: string;
  /** Ids of states and edges in the old chart. */
  old: string[];
  /** Ids of states and edges in the new chart. */
  new: string[];
}

/** Both versions of a chart, and what has another name in the new one. */
export interface Pair {
  old: ChartSide;
  now: ChartSide;
  renames: Renames;
  /** A form of the old chart with the names of the new one. */
  rename: (form: string) => string;
}

export const difference = (
  sign: Difference['sign'],
  text: string,
  ids: { old?: string[]; new?: string[]; effect?: Effect } = {},
): Difference => ({
  sign,
  effect: ids.effect ?? 'behaviour',
  text,
  old: ids.old ?? [],
  new: ids.new ?? [],
});

/** The path of a state for people; the root has the id of the chart. */
export const pathIn = ({ description }: ChartSide, id: string): string =>
  description.states.find((state) => state.id === id)?.path || description.id;

/** Characters of code that are shown of each version. */
const SHOWN_MAX = 90;

/** Characters before the first one that differs, of which whole words are shown. */
const AROUND = 16;

/** What differs between two texts, with a few words around; both whole where they are short. */
export const codeChange = (before: string, after: string): string => {
  if (before === after) return `\`${before}\` refers to something else`;
  if (Math.max(before.length, after.length) <= SHOWN_MAX) return `\`${before}\` → \`${after}\``;
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  let end = 0;
  const room = Math.min(before.length, after.length) - start;
  while (end < room && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  start = before.lastIndexOf(' ', Math.max(0, start - AROUND)) + 1;
  while (end > 0 && !/[\s,)}\]]/.test(before[before.length - end] ?? '')) end -= 1;
  const cut = (text: string) => {
    const inner = text.slice(start, text.length - end);
    const shown =
      inner.length > SHOWN_MAX ? `${inner.slice(0, SHOWN_MAX)}…` : inner + (end > 0 ? ' …' : '');
    return `\`${start > 0 ? '… ' : ''}${shown}\``;
  };
  return `${cut(before)} → ${cut(after)}`;
};

/** How two forms compare: the same, written differently with the same effect, or different. */
export const compareForms = (
  { rename }: Pair,
  before: Form | undefined,
  after: Form | undefined,
): 'same' | 'rewritten' | 'changed' => {
  if (!before || !after) return before === after ? 'same' : 'changed';
  if (rename(before.shallow) === after.shallow) return 'same';
  const deep = before.rule ? ruleText(before.rule, rename) : rename(before.deep);
  if (deep !== after.deep || before.isEffect !== after.isEffect) return 'changed';
  return before.text === after.text ? 'same' : 'rewritten';
};

/** Pairs of a longest common subsequence, as indexes. */
const commonOrder = <Item>(
  before: Item[],
  after: Item[],
  isSame: (one: Item, other: Item) => boolean,
): [number, number][] => {
  const best: [number, number][][][] = Array.from({ length: before.length + 1 }, () => []);
  const at = (row: number, column: number) => best[row]?.[column] ?? [];
  for (let row = before.length - 1; row >= 0; row -= 1)
    for (let column = after.length - 1; column >= 0; column -= 1) {
      const [one, other] = [before[row] as Item, after[column] as Item];
      const [down, right] = [at(row + 1, column), at(row, column + 1)];
      const longer = down.length >= right.length ? down : right;
      (best[row] as [number, number][][])[column] = isSame(one, other)
        ? [[row, column], ...at(row + 1, column + 1)]
        : longer;
    }
  return at(0, 0);
};

/** The actions of an edge or a state compared: what is no longer done, what is new, what is done in another order. */
export const compareActions = (pair: Pair, before: Form[], after: Form[]) => {
  const isSame = (one: Form, other: Form) => compareForms(pair, one, other) !== 'changed';
  const kept = commonOrder(before, after, isSame);
  let gone = before.filter((_, index) => !kept.some(([row]) => row === index));
  let added = after.filter((_, index) => !kept.some(([, column]) => column === index));
  const moved = gone.filter((one) => added.some((other) => isSame(one, other)));
  gone = gone.filter((one) => !moved.includes(one));
  added = added.filter((other) => !moved.some((one) => isSame(one, other)));
  const nameOf = ({ name, text }: Form) => name ?? text;
  // The same action with other params.
  const changed = gone.flatMap((one) => {
    const names = [one.name, pair.renames.actions.get(one.name ?? '')];
    const other = added.find(({ name }) => name !== undefined && names.includes(name));
    return other ? [[one, other] as const] : [];
  });
  const rewritten = kept
    .map(([row, column]) => [before[row] as Form, after[column] as Form] as const)
    .filter(([one, other]) => compareForms(pair, one, other) === 'rewritten');
  const others = (forms: Form[]) => forms.filter((one) => !changed.flat().includes(one));
  const lines = [
    ...others(gone).map((one) => `action ${nameOf(one)} removed`),
    ...others(added).map((one) => `action ${nameOf(one)} added`),
    ...changed.map(
      ([one, other]) =>
        `action ${nameOf(other)} with other params: ${codeChange(one.text, other.text)}`,
    ),
    ...(moved.length > 0 ? [`actions in another order: ${after.map(nameOf).join(', ')}`] : []),
  ];
  return { lines, rewritten };
};

/** `output changed: …`, `input of sendCode added`; undefined where it is the same. `isAlike`: what uses it does the same. */
export const formChange = (
  pair: Pair,
  what: string,
  before: Form | undefined,
  after: Form | undefined,
  isAlike = false,
): [text: string, effect: Difference['effect']] | undefined => {
  const result = compareForms(pair, before, after);
  if (result === 'same') return undefined;
  if (!before) return [`${what} added: \`${after?.text}\``, 'behaviour'];
  if (!after) return [`${what} removed`, 'behaviour'];
  const change = codeChange(before.text, after.text);
  return isAlike || result === 'rewritten'
    ? [`${what} written differently with the same result: ${change}`, 'none']
    : [`${what} changed: ${change}`, 'behaviour'];
};
