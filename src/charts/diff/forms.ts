import type { AnyStateMachine } from 'xstate';
import type { ChartDescription } from '../model/describe-chart.ts';

/** A condition without nested negation: literals, and conjunctions and disjunctions of conditions. */
export type Rule = { is: string } | { not: string } | { all: Rule[] } | { any: Rule[] };

/** The opposite of a condition, by De Morgan's laws. */
export const negated = (rule: Rule): Rule => {
  if ('is' in rule) return { not: rule.is };
  if ('not' in rule) return { is: rule.not };
  return 'all' in rule ? { any: rule.all.map(negated) } : { all: rule.any.map(negated) };
};

/** All conditions, or any of them; nested ones of the same kind become one. */
export const combined = (kind: 'all' | 'any', rules: Rule[]): Rule => {
  const flat = rules.flatMap((rule) =>
    kind === 'all' && 'all' in rule ? rule.all : kind === 'any' && 'any' in rule ? rule.any : rule,
  );
  return kind === 'all' ? { all: flat } : { any: flat };
};

/** The condition of the last of some edges, which is taken if none of those before it is. */
export const afterOthers = (rules: Rule[]): Rule =>
  combined('all', [...rules.slice(0, -1).map(negated), ...rules.slice(-1)]);

/** A condition as text; the order of its operands makes no difference. */
export const ruleText = (rule: Rule, rename = (text: string) => text): string => {
  if ('is' in rule) return rename(rule.is);
  if ('not' in rule) return `!${rename(rule.not)}`;
  const [kind, rules] = 'all' in rule ? (['all', rule.all] as const) : (['any', rule.any] as const);
  const texts = [...new Set(rules.map((one) => ruleText(one, rename)))].sort();
  return texts.length === 1 ? String(texts[0]) : `${kind}(${texts.join(', ')})`;
};

/** The alternatives of a condition, each a list of literals. */
const alternativesOf = (rule: Rule): Rule[][] => {
  if ('any' in rule) return rule.any.flatMap(alternativesOf);
  if (!('all' in rule)) return [[rule]];
  return rule.all
    .map(alternativesOf)
    .reduce<Rule[][]>((left, right) => left.flatMap((a) => right.map((b) => [...a, ...b])), [[]]);
};

/** `$1.reason === 'other'` or `@open.delivery === 'ready'`: what is compared, and the literal. */
const COMPARED = /^(.*) === ('[^']*'|-?[\d.]+|true|false)$/;

const contradict = (one: Rule, other: Rule): boolean => {
  // `a?.b === true` excludes `!a.b`.
  if ('not' in one) {
    const not = one.not.replaceAll('?.', '.');
    const is = 'is' in other ? other.is.replaceAll('?.', '.') : '';
    return is === not || is === `${not} === true`;
  }
  if ('not' in other) return contradict(other, one);
  if (!('is' in one && 'is' in other)) return false;
  const [, left, value] = COMPARED.exec(one.is) ?? [];
  const [, same, another] = COMPARED.exec(other.is) ?? [];
  return left !== undefined && left === same && value !== another;
};

/** Whether two conditions can be seen never to hold at the same time. */
export const areExclusive = (one: Rule, other: Rule): boolean =>
  alternativesOf(one).every((left) =>
    alternativesOf(other).every((right) => left.some((a) => right.some((b) => contradict(a, b)))),
  );

/** A guard, action, delay or other code of a chart. */
export interface Form {
  /** The code as written, on one line. */
  text: string;
  /** The code without names of parameters, types and layout; `«kind:name»` for what it refers to. */
  shallow: string;
  /** The same with what it refers to in place of the names. Equal forms behave equally. */
  deep: string;
  /** The name in `setup`; undefined for inline code. */
  name?: string | undefined;
  rule?: Rule;
  /** Whether it has no code of its own, so that only its name says what it is. */
  isEffect?: boolean;
}

/** The code of a state: of its actions, invoked actors and output. */
export interface StateForms {
  entry: Form[];
  exit: Form[];
  initial: Form[];
  /** The inputs of invoked actors by actor id. */
  inputs: Record<string, Form>;
  output?: Form | undefined;
  meta?: Form | undefined;
}

/** The code of a chart. */
export interface ChartForms {
  guards: Record<string, Form>;
  actions: Record<string, Form>;
  delays: Record<string, Form>;
  /** Actor logic that the chart itself has. */
  actors: Record<string, Form>;
  context?: Form | undefined;
  /** By path. */
  states: Record<string, StateForms>;
  /** By edge id. */
  edges: Record<string, { guard?: Form | undefined; actions: Form[] }>;
  /** What it uses of its file and of others, by `file#name`; the file is empty for its own. */
  uses: Record<string, Form>;
  /** The code of the file without comments and layout. */
  code: string;
}

/** A chart as it is in one of the compared versions. */
export interface ChartSide {
  /** Path of its file from the top folder. */
  file: string;
  description: ChartDescription;
  machine: AnyStateMachine;
  forms: ChartForms;
  /** Its code with other names for properties of the context. */
  formsWith: (contextNames: ReadonlyMap<string, string>) => ChartForms;
  /** The types of the actor logic that it declares, by name. */
  actorTypes: Record<string, string>;
}
