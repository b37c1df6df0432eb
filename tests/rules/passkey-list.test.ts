import { expect, test } from 'vitest';
import { isPasskeyName, PASSKEY_NAME_LENGTH_MAX } from '#contract/passkey.ts';
import { RECENT_LOGIN_MS } from '#contract/session.ts';
import { START_TIME_MS } from '#paths/path-options.ts';
import { checkRules, differs, firstFault, type Rule } from '#tests/support/rules/check-rules.ts';
import { actorOf, expectedForm, kindOf, listOf, shown } from '#tests/support/rules/passkey-list.ts';
import {
  answersAreHeard,
  checkSequences,
  delaysIn,
  done,
  noticesAreShown,
  offeredExactly,
  running,
  startChart,
  startedBy,
} from '#tests/support/rules/probe.ts';

const [one, other] = ['0d9c3f6a-8b1e-4f57-9c55-2f6a1b7e4d10', 'other'];

const rules: Record<string, Rule> = {
  'one thing is shown at a time: the list, a form in the row of its passkey, a code, a failure': (
    { after },
    history,
  ) => {
    const list = listOf(history);
    const { page, change } = list;
    const isInvalid = kindOf(list) === 'renaming' && change?.isRefused === true;
    return differs('page', shown(after), {
      isLoading: page === 'loading',
      isUnavailable: page === 'unavailable',
      isListed: page === 'listed',
      isAdding: page === 'adding',
      isInvalid,
      isBusy: page === 'loading' || page === 'saving',
      hasError: isInvalid || page === 'unavailable',
      form: expectedForm(list),
    });
  },

  'the passkeys are those of the last answer, also while they are loaded again': (
    { after },
    history,
  ) => {
    const { passkeys, canAdd, email } = listOf(history);
    return firstFault(
      differs('passkeys', after.context.passkeys, passkeys),
      differs('canAdd', after.context.canAdd, canAdd),
      differs('email', after.context.email, email),
    );
  },

  'each press and each answer starts what it must, for the chosen passkey, and nothing else': (
    last,
    history,
  ) => differs('started', startedBy(last), listOf(history).starts),

  'what is over runs no longer': ({ after }, history) =>
    differs('running', running(after), actorOf(listOf(history))),

  'each result is said once, as it is; a cancelled form and a cancelled code need no word': (
    { notices },
    history,
  ) => differs('notices', notices, listOf(history).said),

  'each button and field works exactly where it is shown': offeredExactly(
    [
      { type: 'list.requested' },
      { type: 'addition.requested' },
      { type: 'renaming.requested', id: one },
      { type: 'removal.requested', id: one },
      { type: 'name.changed', name: 'Work' },
      { type: 'name.changed', name: '' },
      { type: 'renaming.submitted' },
      { type: 'removal.confirmed' },
      { type: 'change.cancelled' },
    ],
    ({ type }, history) => {
      const list = listOf(history);
      const { page, canAdd, change } = list;
      const kind = kindOf(list);
      // The field looks editable while the name is saved; the specification wants it to be.
      if (type === 'name.changed' && page === 'saving' && change?.kind === 'renaming')
        return undefined;
      return {
        'list.requested': page === 'unavailable',
        'addition.requested': page === 'listed' && canAdd,
        'renaming.requested': page === 'listed',
        'removal.requested': page === 'listed',
        'name.changed': kind === 'renaming',
        'renaming.submitted': kind === 'renaming',
        'removal.confirmed': kind === 'removal',
        // What was sent can't be taken back.
        'change.cancelled': kind !== undefined,
      }[type];
    },
  ),

  'the server would take every name that is sent': (last) => {
    const [renaming] = startedBy(last).filter(({ id }) => id === 'renamePasskey');
    const name = renaming && (renaming.input as { name: string }).name;
    return name === undefined || isPasskeyName(name) ? undefined : `${name} is sent`;
  },

  'notices can be shown from the start': noticesAreShown,

  'the list has no end, and nothing happens by itself': ({ after, actions }) =>
    firstFault(
      differs('status', after.status, 'active'),
      differs('delays', delaysIn(after), []),
      differs('actions', actions, []),
    ),

  'a result and a failure are heard': answersAreHeard('passkey-list'),
};

checkRules('passkey-list', rules);
checkSequences('passkey-list', rules, { lengthMax: 5 });

const page = startChart('passkey-list', { canAdd: true, email: 'asha@acme.example' });
const fetched = done('fetchPasskeys', [
  { id: one, name: 'Phone' },
  { id: other, name: 'Laptop' },
]);
const rename = (id: string) => ({ type: 'renaming.requested', id });
const named = (name: string) => ({ type: 'name.changed', name });
const save = { type: 'renaming.submitted' };
const cancel = { type: 'change.cancelled' };
const renaming = [fetched, rename(other), save];
const removal = [fetched, { type: 'removal.requested', id: other }, { type: 'removal.confirmed' }];
const refused = (id: string, notice: string) => done(id, { ok: false, notice });

test('the form begins with the name of its passkey, also after another form was cancelled', () => {
  const events = [fetched, rename(one), named('Work'), cancel, rename(other)];
  expect(page(...events).after.context).toMatchObject({ id: other, name: 'Laptop' });
  expect(page(...events, save).started).toEqual([
    { id: 'renamePasskey', input: { id: other, name: 'Laptop' } },
  ]);
});

test.each([
  ['a name with an invisible character', 'Work\u202e'],
  ['a line break', 'Work\nlaptop'],
  ['too many characters', 'a'.repeat(PASSKEY_NAME_LENGTH_MAX + 1)],
])('%s is not sent', (_, name) => {
  const { after, started } = page(fetched, rename(one), named(name), save);
  expect(started).toEqual([]);
  expect(after.hasTag('error')).toBe(true);
});

test('the spaces around a name are not sent', () => {
  expect(page(fetched, rename(one), named(' Work '), save).started).toMatchObject([
    { input: { id: one, name: 'Work' } },
  ]);
});

test.each(['rateLimited', 'forbidden', 'unexpected'])(
  '%s is said as it is, and both changes can be tried again',
  (notice) => {
    // Without it, a refusal because of the login asks for a code.
    const proved = (id: string) => [
      refused(id, 'forbidden'),
      done('reauthentication', { loggedInAt: START_TIME_MS }),
    ];
    const renamed = [...renaming.slice(0, 2), named('Work'), save, ...proved('renamePasskey')];
    expect(page(...renamed, refused('renamePasskey', notice)).notices).toEqual([notice]);
    expect(page(...renamed, refused('renamePasskey', notice), save).started).toEqual([
      { id: 'renamePasskey', input: { id: other, name: 'Work' } },
    ]);
    const removed = [...removal, ...proved('removePasskey'), refused('removePasskey', notice)];
    expect(page(...removed).notices).toEqual([notice]);
    expect(page(...removed, ...removal).started).toEqual([
      { id: 'removePasskey', input: { id: other } },
    ]);
  },
);

test('the last way in stays, and the page says so', () => {
  const { after, notices } = page(...removal, refused('removePasskey', 'lastWayIn'));
  expect(notices).toEqual(['lastWayIn']);
  expect(after.context.passkeys).toHaveLength(2);
});

test('a code is asked for again once the login by the first one is not recent', () => {
  for (const [events, id] of [
    [renaming, 'renamePasskey'],
    [removal, 'removePasskey'],
  ] as const) {
    const again = (ageMs: number) =>
      page(
        ...events,
        refused(id, 'forbidden'),
        done('reauthentication', { loggedInAt: START_TIME_MS - ageMs }),
        refused(id, 'forbidden'),
      );
    expect(again(RECENT_LOGIN_MS).started).toMatchObject([{ id: 'reauthentication' }]);
    expect(again(RECENT_LOGIN_MS - 1).notices).toEqual(['forbidden']);
  }
});
