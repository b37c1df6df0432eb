import {
  codeChange,
  compareForms,
  type Difference,
  difference,
  formChange,
  type Pair,
} from './difference.ts';
import type { ChartForms, Form } from './forms.ts';
import { typeText } from './match-names.ts';

type Kind = 'guards' | 'actions' | 'delays' | 'actors';

/** For each kind its word, what of it changes, and what it does where its code is only written differently. */
const KINDS: [Kind, word: string, part: string, does: string][] = [
  ['guards', 'guard', 'its rule', 'decides the same'],
  ['actions', 'action', 'its code', 'does the same'],
  ['delays', 'delay', 'its duration', 'lasts as long'],
  ['actors', 'actor', 'its logic', 'does the same'],
];

/** What of a chart uses a name of the project, directly or through others. */
const usersOfName = (forms: ChartForms, key: string): string[] => {
  const isUser = (form: Form | undefined, seen: string[] = []): boolean =>
    [...(form?.shallow ?? '').matchAll(/«([^»]*#[^»]*)»/g)].some(
      ([, next = '']) =>
        next === key || (!seen.includes(next) && isUser(forms.uses[next], [...seen, next])),
    );
  const states = Object.values(forms.states);
  const edges = Object.values(forms.edges).flatMap(({ guard, actions }) => [guard ?? [], actions]);
  const inPlace = [...edges, ...states.flatMap(({ entry, exit }) => [entry, exit])].flat();
  const named = (what: string, parts: Record<string, Form>) =>
    Object.entries(parts).map(([name, form]) => [`${what} ${name}`, form] as const);
  const users = [
    ['first context', forms.context] as const,
    ...KINDS.flatMap(([kind, word]) => named(word, forms[kind])),
    ...states.flatMap(({ inputs }) => named('input of', inputs)),
    ...inPlace.map((form) => [`params of ${form.name ?? 'an edge'}`, form] as const),
  ];
  return [...new Set(users.flatMap(([user, form]) => (isUser(form) ? [user] : [])))];
};

/** All that the chart does, what it uses included. */
const deepCode = ({ uses, code, ...forms }: ChartForms): string =>
  JSON.stringify(forms, (key, value) =>
    typeof value === 'string' && /^(text|shallow|name)$/.test(key) ? undefined : value,
  );

/** The edges that use a guard, an action or a delay. */
const edgesWith = ({ description }: Pair['old'], kind: Kind, name: string): string[] =>
  description.edges
    .filter(({ guards, actions, of }) => {
      if (kind === 'guards') return guards.includes(name);
      if (kind === 'delays') return of === name;
      return actions.some((action) => action.replace(/\(.*$/s, '') === name);
    })
    .map(({ id }) => id);

const compareNamed = (
  pair: Pair,
  [kind, word, part, does]: (typeof KINDS)[number],
): Difference[] => {
  const { old, now } = pair;
  const [before, after, renamed] = [old.forms[kind], now.forms[kind], pair.renames[kind]];
  const ids = (name: string, next: string) => ({
    old: edgesWith(old, kind, name),
    new: edgesWith(now, kind, next),
  });
  const kept = [...Object.keys(before), ...renamed.values()];
  return [
    ...[...renamed].map(([name, next]) =>
      difference('~', `${word} ${name} renamed to ${next}`, { effect: 'none', ...ids(name, next) }),
    ),
    ...Object.entries(before).flatMap(([name, form]) => {
      const next = renamed.get(name) ?? name;
      const other = after[next];
      if (!other) {
        const isUsed = JSON.stringify(now.forms).includes(`«${word}:${name}»`);
        const text = `${word} ${name} removed${isUsed ? ', though it is used' : ''}`;
        return [difference('-', text, { effect: isUsed && !form.isEffect ? 'behaviour' : 'none' })];
      }
      const result = compareForms(pair, form, other);
      if (result === 'same') return [];
      const isChanged = result === 'changed';
      const how = isChanged ? `${part} changed` : `written differently, ${does}`;
      const change = `${word} ${next}: ${how}: ${codeChange(form.text, other.text)}`;
      return [
        difference('~', change, { effect: isChanged ? 'behaviour' : 'none', ...ids(name, next) }),
      ];
    }),
    ...Object.keys(after)
      .filter((name) => !kept.includes(name))
      .map((name) => difference('+', `${word} ${name} added`, { effect: 'none' })),
  ];
};

/** What differs in the code of two versions of a chart, and in what that uses. */
export const compareCode = (pair: Pair): Difference[] => {
  const { old, now, renames } = pair;
  const found = KINDS.flatMap((kind) => compareNamed(pair, kind));
  const tell = (text: string, effect: Difference['effect']) =>
    found.push(difference('~', text, { effect }));
  for (const [name, next] of renames.context)
    tell(`context property ${name} renamed to ${next}`, 'none');
  for (const [id, next] of renames.children) tell(`actor id ${id} renamed to ${next}`, 'none');
  for (const [type, next] of renames.events) {
    // If only the chart itself raises it, nobody else has to send another one.
    const event = old.description.events.find((one) => one.type === type);
    const isOwn = event?.senders.every(({ by }) => by === 'chart');
    tell(`event ${type} renamed to ${next}`, isOwn ? 'none' : 'behaviour');
  }
  const context = formChange(pair, 'first context', old.forms.context, now.forms.context);
  if (context) tell(...context);
  const isSame = pair.rename(deepCode(old.forms)) === deepCode(now.forms);
  for (const [key, form] of Object.entries(old.forms.uses)) {
    const other = now.forms.uses[key];
    const [file, name] = key.split('#');
    const users = usersOfName(now.forms, key);
    const used = users.length > 0 ? ` (used by ${users.join(', ')})` : '';
    const what = `${name}${file ? ` of ${file}` : ''}${used}`;
    const change = other && formChange(pair, what, form, other, isSame);
    if (change) tell(...change);
  }
  return found;
};

/** What differs in the types that a chart declares: input, context, output, events. */
export const compareTypes = ({ old: before, now: after, renames }: Pair): Difference[] => {
  const [old, now] = [before.description, after.description];
  const found: Difference[] = [];
  const tell = (text: string) => found.push(difference('~', text, { effect: 'types' }));
  const compare = (what: string, type?: string, next?: string, names?: Map<string, string>) => {
    const [one, other] = [typeText(type, names), typeText(next)];
    if (one !== other) tell(`${what} ${codeChange(one, other)}`);
  };
  compare('type of its input:', old.input, now.input);
  compare('type of its context:', old.context, now.context, renames.context);
  compare('type of its output:', old.output, now.output);
  for (const [name, type] of Object.entries(before.actorTypes)) {
    const next = renames.actors.get(name) ?? name;
    const isInline = name in before.forms.actors;
    if (next in after.actorTypes && !isInline)
      compare(`type of the actor ${next}:`, type, after.actorTypes[next]);
  }
  const declared = ({ events, emits }: typeof old) =>
    new Map([
      ...events
        .filter(({ type }) => !/^(xstate\.|\*)/.test(type))
        .map((event) => [`event ${event.type}`, event.payload] as const),
      ...emits.map((event) => [`emitted event ${event.type}`, event.payload] as const),
    ]);
  const renamed = [...renames.events].flat().map((type) => `event ${type}`);
  const [oldEvents, newEvents] = [declared(old), declared(now)];
  for (const [event, payload] of oldEvents)
    if (newEvents.has(event)) compare(`${event}: its payload`, payload, newEvents.get(event));
    else if (!renamed.includes(event)) tell(`${event} is gone`);
  for (const event of newEvents.keys())
    if (!oldEvents.has(event) && !renamed.includes(event)) tell(`${event} is new`);
  for (const { name, text } of old.mentioned) {
    const other = now.mentioned.find((one) => one.name === name);
    if (text && other?.text) compare(`type ${name}:`, text, other.text);
  }
  return found;
};
