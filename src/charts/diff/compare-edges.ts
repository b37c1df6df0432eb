import { type ChartEdge, causeLabel, edgeLabel } from '../model/chart-edges.ts';
import {
  codeChange,
  compareActions,
  compareForms,
  type Difference,
  difference,
  type Effect,
  type Pair,
  pathIn,
} from './difference.ts';
import { afterOthers, areExclusive, type ChartSide, type Form, ruleText } from './forms.ts';
import { triggerOf } from './match-names.ts';

const formsOf = ({ forms }: ChartSide, edge: ChartEdge) =>
  forms.edges[edge.id] ?? {
    guard: edge.guard ? plainForm(edge.guard) : undefined,
    actions: edge.actions.map(plainForm),
  };

/** The form of what only the machine shows, because the source has it at a place of its own. */
const plainForm = (text: string): Form => ({ text, shallow: text, deep: text, name: text });

/** When an edge is taken: on its own condition, unless one before it is. */
const conditionOf = (side: ChartSide, { id, source, event }: ChartEdge) => {
  const { edges } = side.description;
  const listed = edges.filter((edge) => edge.source === source && edge.event === event);
  const guards = listed.map((edge) => formsOf(side, edge).guard);
  const rules = guards.map((guard) => (guard ? (guard.rule ?? { is: guard.deep }) : { all: [] }));
  return afterOthers(rules.slice(0, listed.findIndex((edge) => edge.id === id) + 1));
};

/** Whether two edges are taken on the same condition, also where an edge before them says a part of it. */
const isTakenAlike = ({ old, now, rename }: Pair, { before, after }: Match): boolean =>
  ruleText(conditionOf(old, before), rename) === ruleText(conditionOf(now, after));

const targetsOf = (side: ChartSide, { targets }: ChartEdge): string =>
  targets.map((id) => pathIn(side, id)).join(', ') || 'no other state';

/** `open.delivery.ready: resend.requested [isEntering] → open.delivery.sending`. */
const nameOf = (side: ChartSide, edge: ChartEdge, withTarget = true): string => {
  const label = edgeLabel(edge) || 'always';
  return `${pathIn(side, edge.source)}: ${label}${withTarget ? ` → ${targetsOf(side, edge)}` : ''}`;
};

const delayOf = ({ forms }: ChartSide, { of = '' }: ChartEdge): string =>
  forms.delays[of]?.deep ?? of;

interface Match {
  before: ChartEdge;
  after: ChartEdge;
}

/** In what an edge of the old chart and one of the new chart are the same. */
const sameness = (pair: Pair, { before, after }: Match) => {
  const { old, now, renames, rename } = pair;
  const [one, other] = [formsOf(old, before), formsOf(now, after)];
  const areDelays = before.cause === 'after' && after.cause === 'after';
  const targets = before.targets.map((id) => renames.states.get(id) ?? '-');
  return {
    source: () => renames.states.get(before.source) === after.source,
    cause: () => before.cause === after.cause,
    place: () => before.id.split('|').at(-1) === after.id.split('|').at(-1),
    /** Whether there is anything that could be the same. */
    does: () => before.targets.length + before.actions.length > 0,
    trigger: () => triggerOf(before, renames) === triggerOf(after),
    delay: () => areDelays && rename(delayOf(old, before)) === delayOf(now, after),
    target: () => targets.join() === after.targets.join(),
    guard: () =>
      compareForms(pair, one.guard, other.guard) !== 'changed' ||
      isTakenAlike(pair, { before, after }),
    actions: () => compareActions(pair, one.actions, other.actions).lines.length === 0,
  };
};

/** The ways in which two edges can be the same, the surest first. */
const WAYS: (keyof ReturnType<typeof sameness>)[][] = [
  ['source', 'trigger', 'guard', 'target', 'actions', 'place'],
  ['source', 'trigger', 'guard', 'target', 'actions'],
  ['source', 'delay', 'guard', 'target'],
  ['source', 'trigger', 'guard', 'target'],
  ['source', 'trigger', 'target', 'actions', 'place'],
  ['source', 'trigger', 'guard'],
  ['source', 'trigger', 'target', 'actions'],
  ['source', 'trigger', 'target'],
  ['source', 'trigger', 'actions', 'does', 'place'],
  ['source', 'cause', 'guard', 'target', 'actions'],
  ['trigger', 'guard', 'target', 'actions', 'does'],
];

const matchEdges = (pair: Pair): Match[] => {
  const matches: Match[] = [];
  for (const way of WAYS)
    for (const before of pair.old.description.edges)
      for (const after of pair.now.description.edges) {
        if (matches.some((one) => one.before === before || one.after === after)) continue;
        const same = sameness(pair, { before, after });
        if (way.every((aspect) => same[aspect]())) matches.push({ before, after });
      }
  return matches;
};

const guardChange = ({ renames }: Pair, one: Form | undefined, other: Form | undefined) => {
  if (!one) return `guard ${other?.name ?? `\`${other?.text}\``} added`;
  if (!other) return `guard ${one.name ?? `\`${one.text}\``} removed`;
  if (one.name && other.name && (renames.guards.get(one.name) ?? one.name) !== other.name)
    return `guard ${other.name} instead of ${one.name}`;
  return `its guard changed: ${codeChange(one.text, other.text)}`;
};

const compareMatch = (pair: Pair, match: Match): Difference[] => {
  const { old, now } = pair;
  const { before, after } = match;
  const same = sameness(pair, match);
  const [one, other] = [formsOf(old, before), formsOf(now, after)];
  const at = `edge ${nameOf(now, after)}`;
  const found: Difference[] = [];
  const tell = (text: string, effect: Effect = 'behaviour') =>
    found.push(difference('~', text, { old: [before.id], new: [after.id], effect }));

  if (!same.source()) tell(`edge ${nameOf(old, before)} moved to ${pathIn(now, after.source)}`);
  if (!same.trigger() && after.cause === 'after') {
    const text = `${at}: delay ${after.of} instead of ${before.of}`;
    if (same.delay()) tell(`${text}, the same duration`, 'none');
    else tell(text);
  } else if (!same.trigger()) tell(`${at}: event ${after.event} instead of ${before.event}`);
  if (!same.target())
    tell(
      `edge ${nameOf(now, after, false)} leads to ${targetsOf(now, after)} instead of ${targetsOf(old, before)}`,
    );
  if (before.reenter !== after.reenter)
    tell(`${at}: ${after.reenter ? 're-enters' : 'no longer re-enters'} its state`);
  if (!same.guard()) tell(`${at}: ${guardChange(pair, one.guard, other.guard)}`);
  else if (compareForms(pair, one.guard, other.guard) !== 'same') {
    const [left = '', right = ''] = [one.guard, other.guard].map((form) => form?.text ?? 'else');
    tell(`${at}: the same condition, ${codeChange(left, right)}`, 'none');
  }
  const { lines, rewritten } = compareActions(pair, one.actions, other.actions);
  for (const line of lines) tell(`${at}: ${line}`);
  for (const [left, right] of rewritten)
    tell(`${at}: the same action, ${codeChange(left.text, right.text)}`, 'none');
  if (before.description !== after.description) tell(`${at}: its description changed`, 'none');
  return found;
};

/** Whether two edges of one event may change places: their conditions exclude each other, or they do the same. */
const areIndependent = (pair: Pair, matches: [Match, Match]): boolean => {
  const [one, other] = [matches[0].after, matches[1].after];
  const [left, right] = [formsOf(pair.now, one), formsOf(pair.now, other)];
  const isSame =
    one.targets.join() === other.targets.join() &&
    one.reenter === other.reenter &&
    left.actions.map(({ deep }) => deep).join() === right.actions.map(({ deep }) => deep).join();
  const [rule, next] = [left.guard?.rule, right.guard?.rule];
  const isExclusive = rule !== undefined && next !== undefined && areExclusive(rule, next);
  return isSame || isExclusive || matches.some((match) => isTakenAlike(pair, match));
};

const compareOrder = (pair: Pair, matches: Match[]): Difference[] => {
  const { old, now } = pair;
  const rank = (side: ChartSide, edge: ChartEdge) => side.description.edges.indexOf(edge);
  const listOf = ({ before, after }: Match) =>
    [before.source, before.event, after.source, after.event].join();
  return matches.flatMap((one) =>
    matches.flatMap((other) => {
      const isSwapped =
        rank(now, one.after) < rank(now, other.after) &&
        rank(old, one.before) > rank(old, other.before);
      if (!isSwapped || listOf(one) !== listOf(other)) return [];
      const isFree = areIndependent(pair, [one, other]);
      const label = ({ condition = 'always' }: ChartEdge) => `[${condition}]`;
      return [
        difference(
          '~',
          `edge ${pathIn(now, one.after.source)}: ${causeLabel(one.after) || 'always'} ${label(one.after)} is tried before ${label(other.after)} now${isFree ? ', which makes no difference' : ''}`,
          { old: [one.before.id], new: [one.after.id], effect: isFree ? 'none' : 'behaviour' },
        ),
      ];
    }),
  );
};

/** What differs between the edges of two versions of a chart. */
export const compareEdges = (pair: Pair): Difference[] => {
  const { old, now } = pair;
  const matches = matchEdges(pair);
  const [kept, known] = [matches.map(({ before }) => before), matches.map(({ after }) => after)];
  return [
    ...old.description.edges
      .filter((edge) => !kept.includes(edge))
      .map((edge) => difference('-', `edge ${nameOf(old, edge)} removed`, { old: [edge.id] })),
    ...now.description.edges
      .filter((edge) => !known.includes(edge))
      .map((edge) => difference('+', `edge ${nameOf(now, edge)} added`, { new: [edge.id] })),
    ...matches.flatMap((match) => compareMatch(pair, match)),
    ...compareOrder(pair, matches),
  ];
};
