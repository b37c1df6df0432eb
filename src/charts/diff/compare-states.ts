import type { StateDescription } from '../model/describe-chart.ts';
import {
  codeChange,
  compareActions,
  compareForms,
  type Difference,
  difference,
  type Pair,
  pathIn,
} from './difference.ts';
import type { ChartForms, Form } from './forms.ts';

const NO_FORMS = { entry: [], exit: [], initial: [], inputs: {}, output: undefined };

const listText = (words: string[], noun: string): string =>
  `${noun}${words.length > 1 ? 's' : ''} ${words.join(', ')}`;

/** `output changed: …`, `input of sendCode added`; undefined where it is the same. */
const formChange = (
  pair: Pair,
  what: string,
  before: Form | undefined,
  after: Form | undefined,
): [text: string, effect: Difference['effect']] | undefined => {
  const result = compareForms(pair, before, after);
  if (result === 'same') return undefined;
  if (!before) return [`${what} added: \`${after?.text}\``, 'behaviour'];
  if (!after) return [`${what} removed`, 'behaviour'];
  const change = codeChange(before.text, after.text);
  return result === 'rewritten'
    ? [`${what} written differently with the same result: ${change}`, 'none']
    : [`${what} changed: ${change}`, 'behaviour'];
};

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
  const output = formChange(pair, 'output', before.output, after.output);
  if (output) tell(`${at}${output[0]}`, output[1]);
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

/** The guards, actions and delays that use a name of the project, directly or through others. */
const usersOfName = (forms: ChartForms, key: string): string[] => {
  const uses = (form: Form, seen: string[]): boolean =>
    [...form.shallow.matchAll(/«([^»]*#[^»]*)»/g)].some(([, full = '']) => {
      const next = forms.uses[full] ? full : `#${full.split('#')[1]}`;
      if (next === key) return true;
      const inner = seen.includes(next) ? undefined : forms.uses[next];
      return inner !== undefined && uses(inner, [...seen, next]);
    });
  return (['guards', 'actions', 'delays'] as const).flatMap((kind) =>
    Object.entries(forms[kind])
      .filter(([, form]) => uses(form, []))
      .map(([name]) => `${KINDS[kind]} ${name}`),
  );
};

const KINDS = { guards: 'guard', actions: 'action', delays: 'delay', actors: 'actor' } as const;
const CHANGED = {
  guards: 'its rule',
  actions: 'its code',
  delays: 'its duration',
  actors: 'its logic',
};

/** What differs in the named code of two versions of a chart, and in what that uses. */
export const compareCode = (pair: Pair): Difference[] => {
  const { old, now, renames } = pair;
  const found: Difference[] = [];
  const tell = (
    sign: '+' | '-' | '~',
    text: string,
    effect: Difference['effect'],
    edges: string[][] = [],
  ) => found.push(difference(sign, text, { effect, old: edges[0] ?? [], new: edges[1] ?? [] }));
  const usersOf = ({ description }: Pair['old'], kind: string, name: string) =>
    description.edges
      .filter(({ guards, actions, of }) =>
        kind === 'guards'
          ? guards.includes(name)
          : kind === 'delays'
            ? of === name
            : actions.some((action) => action.replace(/\(.*$/s, '') === name),
      )
      .map(({ id }) => id);

  for (const kind of ['guards', 'actions', 'delays', 'actors'] as const) {
    const [before, after, renamed] = [old.forms[kind], now.forms[kind], renames[kind]];
    const word = KINDS[kind];
    for (const [name, next] of renamed)
      tell('~', `${word} ${name} renamed to ${next}`, 'none', [
        usersOf(old, kind, name),
        usersOf(now, kind, next),
      ]);
    for (const [name, form] of Object.entries(before)) {
      const next = renamed.get(name) ?? name;
      const other = after[next];
      const users = [usersOf(old, kind, name), usersOf(now, kind, next)];
      if (!other) tell('-', `${word} ${name} removed`, 'none');
      else {
        const result = compareForms(pair, form, other);
        // Two effects have no code that could differ.
        if (result === 'same' || (form.isEffect && other.isEffect && form.deep === other.deep))
          continue;
        const change = codeChange(form.text, other.text);
        if (result === 'changed')
          tell('~', `${word} ${next}: ${CHANGED[kind]} changed: ${change}`, 'behaviour', users);
        else
          tell(
            '~',
            `${word} ${next}: ${CHANGED[kind]} is written differently and the same: ${change}`,
            'none',
            users,
          );
      }
    }
    const kept = new Set([...Object.keys(before), ...renamed.values()]);
    for (const name of Object.keys(after))
      if (!kept.has(name)) tell('+', `${word} ${name} added`, 'none');
  }
  for (const [id, next] of renames.children) tell('~', `actor id ${id} renamed to ${next}`, 'none');
  for (const [type, next] of renames.events) {
    // Only the chart itself raises it, so that nobody else has to send another one.
    const event = old.description.events.find((one) => one.type === type);
    const isOwn = event?.senders.every(({ by }) => by === 'chart');
    tell('~', `event ${type} renamed to ${next}`, isOwn ? 'none' : 'behaviour');
  }
  const context = formChange(pair, 'first context', old.forms.context, now.forms.context);
  if (context) tell('~', ...context);
  for (const [key, form] of Object.entries(old.forms.uses)) {
    const other = now.forms.uses[key];
    const [file, name] = key.split('#');
    const users = usersOfName(now.forms, key);
    const used = users.length > 0 ? ` (used by ${users.join(', ')})` : '';
    const change =
      other && formChange(pair, `${name}${file ? ` of ${file}` : ''}${used}`, form, other);
    if (change) tell('~', ...change);
  }
  return found;
};

/** A type without its comments, on one line. */
const typeText = (text: string | undefined): string =>
  (text ?? 'none')
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** What differs in the types that a chart declares: input, context, output, events. */
export const compareTypes = ({ old: before, now: after, renames }: Pair): Difference[] => {
  const [old, now] = [before.description, after.description];
  const found: Difference[] = [];
  const tell = (text: string) => found.push(difference('~', text, { effect: 'types' }));
  const compare = (what: string, before: string | undefined, after: string | undefined) => {
    const [one, other] = [typeText(before), typeText(after)];
    if (one !== other) tell(`${what} ${codeChange(one, other)}`);
  };
  for (const part of ['input', 'context', 'output'] as const)
    compare(`type of its ${part}:`, old[part], now[part]);
  for (const [name, type] of Object.entries(before.actorTypes)) {
    const next = renames.actors.get(name) ?? name;
    const isInline = name in before.forms.actors;
    if (next in after.actorTypes && !isInline)
      compare(`type of the actor ${next}:`, type, after.actorTypes[next]);
  }
  const declared = ({ events, emits }: typeof old) =>
    new Map([
      ...events
        .filter(({ type }) => !type.startsWith('xstate.'))
        .map((event) => [`event ${event.type}`, event.payload ?? ''] as const),
      ...emits.map((event) => [`emitted event ${event.type}`, event.payload ?? ''] as const),
    ]);
  const renamed = new Map(
    [...renames.events].map(([type, next]) => [`event ${type}`, `event ${next}`]),
  );
  const [oldEvents, newEvents] = [declared(old), declared(now)];
  for (const [event, payload] of oldEvents) {
    const next = newEvents.get(event);
    if (next !== undefined) compare(`${event}: its payload`, payload || 'none', next || 'none');
    else if (!renamed.has(event)) tell(`${event} is no longer declared`);
  }
  for (const event of newEvents.keys())
    if (!oldEvents.has(event) && ![...renamed.values()].includes(event))
      tell(`${event} is declared`);
  for (const { name, text } of old.mentioned) {
    const other = now.mentioned.find((one) => one.name === name);
    if (text && other?.text) compare(`type ${name}:`, text, other.text);
  }
  return found;
};
