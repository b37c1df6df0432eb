import { expect, test } from 'vitest';
import { DAY_MS } from '#contract/durations.ts';
import { isPasskeyName, PASSKEY_NAME_LENGTH_MAX } from '#contract/passkey.ts';
import { RECENT_LOGIN_MS } from '#contract/session.ts';
import { START_TIME_MS } from '#paths/path-options.ts';
import { checkRules, differs, firstFault, type Rule } from '#tests/support/rules/check-rules.ts';
import { actorOf, offerOf } from '#tests/support/rules/passkey-registration.ts';
import {
  answersAreHeard,
  checkSequences,
  delaysIn,
  done,
  offeredExactly,
  running,
  startChart,
  startedBy,
} from '#tests/support/rules/probe.ts';

const named = (name: string) => ({ type: 'name.changed', name });
const submitted = { type: 'creation.submitted' };
const declined = { type: 'creation.declined' };

const rules: Record<string, Rule> = {
  'nothing is shown before the browser has said what it can do': ({ after }, history) =>
    // The list hides the form, the login page also an offer that was skipped.
    differs('hidden', after.matches('deciding'), offerOf(history).page === 'deciding'),

  'an offer that is not made is hidden; one that was made stays until the app opens': (
    { event, after },
    history,
  ) => {
    const isSkipped =
      offerOf(history).page === 'ended' && event.type.endsWith('.actor.findSupport');
    return differs('skipped', after.matches('skipped'), isSkipped);
  },

  'the form has the suggested name, then the typed one, and the address of its page': (
    { after },
    history,
  ) => {
    const { name, email, isRequested } = offerOf(history);
    return firstFault(
      differs('name', after.context.name, name),
      differs('email', after.context.email, email),
      differs('isRequested', after.context.isRequested, isRequested),
    );
  },

  'a name that is refused is marked until it is changed': ({ after }, history) => {
    const { page, isRefused } = offerOf(history);
    const isMarked = page === 'form' && isRefused;
    return firstFault(
      differs('marked', after.matches({ offered: 'unnamed' }), isMarked),
      differs('error', after.hasTag('error'), isMarked),
    );
  },

  'the form can be filled in, sent and left; while it is sent it can only be left': offeredExactly(
    [named('Work'), named(''), submitted, declined],
    ({ type }, history) => {
      const { page } = offerOf(history);
      // Nothing is shown yet that could be pressed.
      if (page === 'deciding' && type === declined.type) return undefined;
      // The field is read-only then; whether it has to be is another question.
      if (page === 'creating' && type === 'name.changed') return undefined;
      if (type === declined.type) return page === 'form' || page === 'creating' ? true : undefined;
      return page === 'form';
    },
  ),

  'a passkey is asked for, and a code, exactly when it is wanted, for this account and this name': (
    last,
    history,
  ) => {
    const offer = offerOf(history);
    const was = history.length > 1 ? offerOf(history.slice(0, -1)).page : undefined;
    return differs('started', startedBy(last), offer.page === was ? [] : actorOf(offer));
  },

  'the server would take the name of every passkey': (last) => {
    const [creation] = startedBy(last).filter(({ id }) => id === 'createPasskey');
    const name = creation && (creation.input as { name: string }).name;
    return name === undefined || isPasskeyName(name) ? undefined : `${name} is sent`;
  },

  'an open dialog of the browser is closed when the form is left': ({ after }, history) =>
    after.status === 'active'
      ? differs(
          'running',
          running(after),
          actorOf(offerOf(history)).map(({ id }) => id),
        )
      : undefined,

  'the button is busy while the browser or the server is asked': ({ after }, history) =>
    differs('busy', after.hasTag('busy'), ['deciding', 'creating'].includes(offerOf(history).page)),

  'a failure says why, once; a code that was not entered needs no word': ({ notices }, history) =>
    differs('notices', notices, offerOf(history).said),

  'an answer to an offer is stored, and so is a new passkey; leaving the own form is no answer': (
    { actions },
    history,
  ) =>
    differs(
      'actions',
      actions.map(({ name }) => name),
      offerOf(history).isAnswer ? ['saveAnswer'] : [],
    ),

  'it ends with the new passkey, or with nothing': ({ after }, history) => {
    const { page, output } = offerOf(history);
    return page === 'ended'
      ? firstFault(differs('status', after.status, 'done'), differs('output', after.output, output))
      : differs('status', after.status, 'active');
  },

  'nothing happens by itself': ({ after }) => differs('delays', delaysIn(after), []),

  'a result and a failure are heard': answersAreHeard('passkey-registration'),
};

checkRules('passkey-registration', rules);
checkSequences('passkey-registration', rules, { lengthMax: 5 });

const support = (answeredAt?: number, hasPasskeys = true) =>
  done('findSupport', {
    hasPasskeys,
    hasPlatformAuthenticator: true,
    suggestedName: 'Chrome on Linux',
    answeredAt,
  });
const refused = (notice: string) => done('createPasskey', { ok: false, notice });
const proved = (loggedInAt: number) => done('reauthentication', { loggedInAt });

const offer = startChart('passkey-registration', {
  isRequested: false,
  email: 'asha@acme.example',
});
const request = startChart('passkey-registration', {
  isRequested: true,
  email: 'asha@acme.example',
});

test.each([
  ['just now', 0, false],
  ['almost 30 days ago', 30 * DAY_MS - 1, false],
  ['30 days ago', 30 * DAY_MS, true],
  ['before the clock was set back', -DAY_MS, true],
])('an offer that was answered %s is made again: %#', (_, ageMs, isMade) => {
  const { after } = offer(support(START_TIME_MS - ageMs));
  expect(after.status).toBe(isMade ? 'active' : 'done');
  expect(request(support(START_TIME_MS - ageMs)).after.status).toBe('active');
});

test('without passkeys in the browser, there is no form', () => {
  for (const open of [offer, request])
    expect(open(support(undefined, false)).after.matches('skipped')).toBe(true);
});

test.each([
  ['a name with an invisible character', 'Work\u202e'],
  ['a line break', 'Work\nlaptop'],
  ['too many characters', 'a'.repeat(PASSKEY_NAME_LENGTH_MAX + 1)],
])('%s is not sent', (_, name) => {
  const { after, started } = request(support(), named(name), submitted);
  expect(started).toEqual([]);
  expect(after.matches({ offered: 'unnamed' })).toBe(true);
});

test('the spaces around a name are not sent, and stay in the form', () => {
  const { after, started } = request(support(), named(' Work '), submitted);
  expect(started).toMatchObject([{ input: { name: 'Work' } }]);
  expect(after.context.name).toBe(' Work ');
});

test.each([
  'creationCancelled',
  'creationExists',
  'creationOtherAccount',
  'creationFull',
  'creationNotAllowed',
  'creationRateLimited',
  'offline',
])('%s is said as it is, and the name is there for another try', (notice) => {
  const events = [support(), named('Work'), submitted, refused(notice)];
  expect(offer(...events).notices).toEqual([notice]);
  expect(offer(...events).after.hasTag('error')).toBe(false);
  expect(offer(...events, submitted).started).toMatchObject([{ input: { name: 'Work' } }]);
});

test('a code is asked for again once the login by the first one is not recent', () => {
  const events = (ageMs: number) => [
    support(),
    submitted,
    refused('forbidden'),
    proved(START_TIME_MS - ageMs),
    refused('forbidden'),
  ];
  expect(offer(...events(RECENT_LOGIN_MS)).started).toMatchObject([{ id: 'reauthentication' }]);
  expect(offer(...events(RECENT_LOGIN_MS - 1))).toMatchObject({
    started: [],
    notices: ['forbidden'],
  });
});
