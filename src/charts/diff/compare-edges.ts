import { type ChartEdge, causeLabel, edgeLabel } from '../model/chart-edges.ts';
import {
  codeChange,
  compareActions,
  compareForms,
  type Difference,
  difference,
  type Pair,
  pathIn,
} from './difference.ts';
import { areExclusive, type ChartSide, type Form } from './forms.ts';
import { triggerOf } from './match-names.ts';

const formsOf = ({ forms }: ChartSide, edge: ChartEdge) =>
  forms.edges[edge.id] ?? {
    guard: edge.guard ? plainForm(edge.guard) : undefined,
    actions: edge.actions.map(plainForm),
  };

/** The form of what only the machine shows, because the source has it at a place of its own. */
const plainForm = (text: string): Form => ({ text, shallow: text, deep: text, name: text });

/** `open.delivery.ready: resend.requested [isEntering] → open.delivery.sending`. */
const nameOf = (side: ChartSide, edge: ChartEdge, withTarget = true): string => {
  const label = edgeLabel(edge) || 'always';
  const targets = edge.targets.map((id) => pathIn(side, id)).join(', ');
  return `${pathIn(side, edge.source)}: ${label}${withTarget ? ` → ${targets || 'no other state'}` : ''}`;
};

const delayOf = ({ forms }: ChartSide, { of = '' }: ChartEdge): string =>
  forms.delays[of]?.deep ?? of;

interface Match {
  before: ChartEdge;
  after: ChartEdge;
}

/** The ways in which two edges can be the same, the surest first. */
const matchEdges = (pair: Pair): { matches: Match[]; gone: ChartEdge[]; added: ChartEdge[] } => {
  const { old, now, renames, rename } = pair;
  const isSameSource = ({ before, after }: Match) =>
    renames.states.get(before.source) === after.source;
  const isSameTrigger = ({ before, after }: Match) =>
    triggerOf(before, renames) === triggerOf(after);
  const isSameDelay = ({ before, after }: Match) =>
    before.cause === 'after' &&
    after.cause === 'after' &&
    rename(delayOf(old, before)) === delayOf(now, after);
  const isSameGuard = ({ before, after }: Match) =>
    compareForms(pair, formsOf(old, before).guard, formsOf(now, after).guard) !== 'changed';
  const isSameTarget = ({ before, after }: Match) =>
    before.targets.map((id) => renames.states.get(id) ?? '').join() === after.targets.join();
  const isSameWork = ({ before, after }: Match) =>
    compareActions(pair, formsOf(old, before).actions, formsOf(now, after).actions).lines.length ===
    0;
  const isSameCause = ({ before, after }: Match) => before.cause === after.cause;
  const does = ({ before }: Match) => before.targets.length + before.actions.length > 0;
  const isSamePlace = ({ before, after }: Match) =>
    before.id.split('|').at(-1) === after.id.split('|').at(-1);
  const ways: ((match: Match) => boolean)[][] = [
    [isSameSource, isSameTrigger, isSameGuard, isSameTarget, isSameWork, isSamePlace],
    [isSameSource, isSameTrigger, isSameGuard, isSameTarget, isSameWork],
    [isSameSource, isSameDelay, isSameGuard, isSameTarget],
    [isSameSource, isSameTrigger, isSameGuard, isSameTarget],
    [isSameSource, isSameTrigger, isSameTarget, isSameWork, isSamePlace],
    [isSameSource, isSameTrigger, isSameGuard],
    [isSameSource, isSameTrigger, isSameTarget, isSameWork],
    [isSameSource, isSameTrigger, isSameTarget],
    [isSameSource, isSameTrigger, isSameWork, does, isSamePlace],
    [isSameSource, isSameCause, isSameGuard, isSameTarget, isSameWork],
    [isSameTrigger, isSameGuard, isSameTarget, isSameWork, does],
  ];
  const matches: Match[] = [];
  for (const conditions of ways)
    for (const before of old.description.edges)
      for (const after of now.description.edges) {
        const match = { before, after };
        const isOpen = !matches.some((one) => one.before === before || one.after === after);
        if (isOpen && conditions.every((isMet) => isMet(match))) matches.push(match);
      }
  return {
    matches,
    gone: old.description.edges.filter((edge) => !matches.some(({ before }) => before === edge)),
    added: now.description.edges.filter((edge) => !matches.some(({ after }) => after === edge)),
  };
};

const guardChange = (pair: Pair, { before, after }: Match): string | undefined => {
  const [one, other] = [formsOf(pair.old, before).guard, formsOf(pair.now, after).guard];
  if (compareForms(pair, one, other) !== 'changed') return undefined;
  if (!one) return `guard ${other?.name ?? `\`${other?.text}\``} added`;
  if (!other) return `guard ${one.name ?? `\`${one.text}\``} removed`;
  if (one.name && other.name && (pair.renames.guards.get(one.name) ?? one.name) !== other.name)
    return `guard ${other.name} instead of ${one.name}`;
  return `its guard changed: ${codeChange(one.text, other.text)}`;
};

const compareMatch = (pair: Pair, match: Match): Difference[] => {
  const { old, now, renames } = pair;
  const { before, after } = match;
  const ids = { old: [before.id], new: [after.id] };
  const at = `edge ${nameOf(now, after)}`;
  const found: Difference[] = [];
  const tell = (text: string, effect: Difference['effect'] = 'behaviour') =>
    found.push(difference('~', text, { ...ids, effect }));

  if (renames.states.get(before.source) !== after.source)
    tell(`edge ${nameOf(old, before)} moved to ${pathIn(now, after.source)}`);
  const [oldTrigger, trigger] = [triggerOf(before, renames), triggerOf(after)];
  if (oldTrigger !== trigger) {
    const isSameDelay = pair.rename(delayOf(old, before)) === delayOf(now, after);
    const word = after.cause === 'after' ? 'delay' : 'event';
    const [one, other] = word === 'delay' ? [before.of, after.of] : [before.event, after.event];
    tell(
      `${at}: ${word} ${other} instead of ${one}${isSameDelay && word === 'delay' ? ', the same duration' : ''}`,
      isSameDelay && word === 'delay' ? 'none' : 'behaviour',
    );
  }
  const targets = before.targets.map((id) => renames.states.get(id) ?? '');
  if (targets.join() !== after.targets.join()) {
    const names = (side: ChartSide, list: string[]) =>
      list.map((id) => pathIn(side, id)).join(', ') || 'no other state';
    tell(
      `edge ${nameOf(now, after, false)} leads to ${names(now, after.targets)} instead of ${names(old, before.targets)}`,
    );
  }
  if (before.reenter !== after.reenter)
    tell(`${at}: ${after.reenter ? 're-enters' : 'no longer re-enters'} its state`);
  const guard = guardChange(pair, match);
  if (guard) tell(`${at}: ${guard}`);
  const [oldGuard, newGuard] = [formsOf(old, before).guard, formsOf(now, after).guard];
  if (!guard && oldGuard && newGuard && compareForms(pair, oldGuard, newGuard) === 'rewritten')
    tell(`${at}: the same condition, ${codeChange(oldGuard.text, newGuard.text)}`, 'none');
  const { lines, rewritten } = compareActions(
    pair,
    formsOf(old, before).actions,
    formsOf(now, after).actions,
  );
  for (const line of lines) tell(`${at}: ${line}`);
  for (const [one, other] of rewritten)
    tell(`${at}: the same action, ${codeChange(one.text, other.text)}`, 'none');
  if (before.description !== after.description) tell(`${at}: its description changed`, 'none');
  return found;
};

/** Whether two edges of one event may change places: their conditions exclude each other, or they do the same. */
const areIndependent = (pair: Pair, one: ChartEdge, other: ChartEdge): boolean => {
  const [left, right] = [formsOf(pair.now, one), formsOf(pair.now, other)];
  const isSame =
    one.targets.join() === other.targets.join() &&
    one.reenter === other.reenter &&
    left.actions.map(({ deep }) => deep).join() === right.actions.map(({ deep }) => deep).join();
  if (isSame) return true;
  return Boolean(
    left.guard?.rule && right.guard?.rule && areExclusive(left.guard.rule, right.guard.rule),
  );
};

const compareOrder = (pair: Pair, matches: Match[]): Difference[] => {
  const { old, now } = pair;
  const rank = (side: ChartSide, edge: ChartEdge) => side.description.edges.indexOf(edge);
  return matches.flatMap((one) =>
    matches.flatMap((other) => {
      const isSameList =
        one.after.source === other.after.source &&
        one.after.event === other.after.event &&
        one.before.source === other.before.source &&
        one.before.event === other.before.event;
      const isSwapped =
        rank(now, one.after) < rank(now, other.after) &&
        rank(old, one.before) > rank(old, other.before);
      if (!isSameList || !isSwapped) return [];
      const isFree = areIndependent(pair, one.after, other.after);
      const label = ({ condition = 'always' }: ChartEdge) => `[${condition}]`;
      const cause = causeLabel(one.after) || 'always';
      return [
        difference(
          '~',
          `edge ${pathIn(now, one.after.source)}: ${cause} ${label(one.after)} is tried before ${label(other.after)} now${isFree ? ', which makes no difference' : ''}`,
          { old: [one.before.id], new: [one.after.id], effect: isFree ? 'none' : 'behaviour' },
        ),
      ];
    }),
  );
};

/** What differs between the edges of two versions of a chart. */
export const compareEdges = (pair: Pair): Difference[] => {
  const { matches, gone, added } = matchEdges(pair);
  return [
    ...gone.map((edge) =>
      difference('-', `edge ${nameOf(pair.old, edge)} removed`, { old: [edge.id] }),
    ),
    ...added.map((edge) =>
      difference('+', `edge ${nameOf(pair.now, edge)} added`, { new: [edge.id] }),
    ),
    ...matches.flatMap((match) => compareMatch(pair, match)),
    ...compareOrder(pair, matches),
  ];
};
