import { expect, test } from 'vitest';
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { PASSKEY_CHALLENGE_LIFETIME_MS } from '#contract/passkey.ts';
import { checkRules, differs, type Rule } from '#tests/support/rules/check-rules.ts';
import {
  answersAreHeard,
  checkSequences,
  delaysIn,
  done,
  failed,
  foldWith,
  offeredExactly,
  running,
  startChart,
  startedBy,
} from '#tests/support/rules/probe.ts';

const given = { type: 'consent.given' };
const withdrawn = { type: 'consent.withdrawn' };
const requested = { type: 'passkey.requested' };
const abandoned = { type: 'passkey.abandoned' };
const renewal = 'xstate.after.challengeRenewal';

/** Time that a person needs to choose a passkey, of a challenge that is about to be renewed. */
const CHOICE_MS = 20_000;

interface Login {
  hasConsent: boolean;
  /** `waiting`: in the autofill; `chosen`: for consent. */
  ceremony:
    | 'preparing'
    | 'unsupported'
    | 'waiting'
    | 'idle'
    | 'asking'
    | 'chosen'
    | 'verifying'
    | 'completing'
    | 'complete';
  credential?: unknown;
  signedIn?: { isAtsEnabled: boolean };
  /** What the last event says to the person and to the login page, and whether it starts the ceremony once more. */
  said: string[];
  told: string[];
  isRestarted: boolean;
}

/** After a choice: the login, for which consent is needed. */
const choose = (login: Login, credential: unknown): Login => ({
  ...login,
  credential,
  ceremony: login.hasConsent ? 'verifying' : 'chosen',
});

/** Only the button is left: an authenticator that answers without its user would fail for ever in the autofill. */
const fail = (login: Login, ...said: string[]): Login => ({
  ...login,
  ceremony: 'idle',
  said,
  told: login.ceremony === 'completing' ? ['tellReleased'] : [],
});

const answer = (login: Login, { type, output }: AnyEventObject): Login => {
  switch (`${login.ceremony} ${type}`) {
    case `preparing ${done('findSupport').type}`: {
      const able = output.hasAutofill ? 'waiting' : 'idle';
      return { ...login, ceremony: output.hasPasskeys ? able : 'unsupported' };
    }
    case `preparing ${failed('findSupport').type}`:
      return { ...login, ceremony: 'unsupported' };
    case `waiting ${done('autofill').type}`:
      // Nobody asked for it, so a failure is not shown, and it does not wait again.
      return output.ok ? choose(login, output.credential) : fail(login);
    case `waiting ${failed('autofill').type}`:
      return fail(login);
    case `asking ${done('dialog').type}`:
      return output.ok ? choose(login, output.credential) : fail(login, output.notice);
    case `verifying ${done('logInByPasskey').type}`:
      return output.ok
        ? { ...login, ceremony: 'completing', signedIn: output.signedIn, told: ['tellVerified'] }
        : fail(login, output.notice);
    case `completing ${done('completion').type}`:
      // What failed is said by the completion itself.
      return output.isComplete ? { ...login, ceremony: 'complete' } : fail(login);
    case `asking ${failed('dialog').type}`:
    case `verifying ${failed('logInByPasskey').type}`:
    case `completing ${failed('completion').type}`:
      return fail(login, 'unexpected');
    default:
      return login;
  }
};

const afterEvent = (before: Login, event: AnyEventObject): Login => {
  const login: Login = { ...before, said: [], told: [], isRestarted: false };
  const { ceremony } = login;
  switch (event.type) {
    case given.type:
      return {
        ...login,
        hasConsent: true,
        ceremony: ceremony === 'chosen' ? 'verifying' : ceremony,
      };
    case withdrawn.type:
      return { ...login, hasConsent: false };
    case requested.type:
      return ceremony === 'waiting' || ceremony === 'idle'
        ? { ...login, ceremony: 'asking' }
        : login;
    case abandoned.type:
      // A login in another way: no passkey is used any more, and the button is there.
      return ['waiting', 'asking', 'chosen', 'verifying', 'completing'].includes(ceremony)
        ? fail(login)
        : login;
    default:
      return event.type.startsWith(renewal)
        ? { ...login, isRestarted: ceremony === 'waiting' }
        : answer(login, event);
  }
};

const loginOf = foldWith(
  (): Login => ({
    hasConsent: false,
    ceremony: 'preparing',
    said: [],
    told: [],
    isRestarted: true,
  }),
  afterEvent,
);

/** The actor of each ceremony, with its input. */
const actorOf = ({ ceremony, credential, signedIn }: Login) =>
  ({
    preparing: [{ id: 'findSupport', input: undefined }],
    waiting: [{ id: 'autofill', input: { isAutofill: true } }],
    asking: [{ id: 'dialog', input: { isAutofill: false } }],
    verifying: [{ id: 'logInByPasskey', input: { credential } }],
    completing: [
      { id: 'completion', input: { isAtsEnabled: signedIn?.isAtsEnabled, isByPasskey: true } },
    ],
  })[ceremony as string] ?? [];

/** What the login page shows, as its view reads it. */
const shown = (snapshot: AnyMachineSnapshot) => ({
  hasButton: !snapshot.matches({ open: { ceremony: 'unsupported' } }),
  isBusy: snapshot.hasTag('busy'),
  asksForConsent: snapshot.matches({ open: { ceremony: { offered: 'chosen' } } }),
  hasConsent: snapshot.matches({ open: { consent: 'given' } }),
});

const rules: Record<string, Rule> = {
  'the page shows a button where there are passkeys, and asks for consent for a chosen one': (
    { after },
    history,
  ) => {
    const { ceremony, hasConsent } = loginOf(history);
    if (ceremony === 'complete') return undefined;
    return differs('page', shown(after), {
      hasButton: ceremony !== 'unsupported',
      isBusy: ['asking', 'verifying', 'completing'].includes(ceremony),
      asksForConsent: ceremony === 'chosen',
      hasConsent,
    });
  },

  'each ceremony starts when it is wanted, and only then': (last, history) => {
    const login = loginOf(history);
    const was = history.length > 1 ? loginOf(history.slice(0, -1)).ceremony : undefined;
    const isNew = login.isRestarted || login.ceremony !== was;
    return differs('started', startedBy(last), isNew ? actorOf(login) : []);
  },

  'what is over runs no longer, and one ceremony runs at a time': ({ after }, history) =>
    after.status === 'active'
      ? differs(
          'running',
          running(after),
          actorOf(loginOf(history)).map(({ id }) => id),
        )
      : undefined,

  'no login starts without consent': (last) =>
    startedBy(last).some(({ id }) => id === 'logInByPasskey') &&
    !last.after.matches({ open: { consent: 'given' } })
      ? 'one does'
      : undefined,

  'a press of the button is heard with consent, unless a passkey is in use': offeredExactly(
    [requested],
    (_, history) => {
      const { ceremony, hasConsent } = loginOf(history);
      // Without consent the button is disabled.
      return hasConsent ? ceremony === 'waiting' || ceremony === 'idle' : undefined;
    },
  ),

  'consent can be given and withdrawn at any time': ({ after }, history) =>
    after.status === 'active' && !after.can(loginOf(history).hasConsent ? withdrawn : given)
      ? 'it cannot'
      : undefined,

  'a failure that somebody waits for is said, once; those of the autofill are not': (
    { notices },
    history,
  ) => differs('notices', notices, loginOf(history).said),

  'the challenge in the autofill is renewed before it expires, with time for a choice': (
    { after },
    history,
  ) => {
    const delays = delaysIn(after).map(({ delayMs }) => delayMs);
    if (loginOf(history).ceremony !== 'waiting') return differs('delays', delays, []);
    const [delayMs = 0] = delays;
    const isInTime = delayMs <= PASSKEY_CHALLENGE_LIFETIME_MS - CHOICE_MS;
    // Each renewal is a request.
    const isRare = delayMs >= PASSKEY_CHALLENGE_LIFETIME_MS / 2;
    return delays.length === 1 && isInTime && isRare ? undefined : `delays: ${delays}`;
  },

  'the login page hears when a login is to be completed and when that has failed, and nothing else is done':
    ({ actions }, history) =>
      differs(
        'told',
        actions.map(({ name }) => name),
        loginOf(history).told,
      ),

  'it ends once the login is complete, and not before': ({ after }, history) =>
    differs('status', after.status, loginOf(history).ceremony === 'complete' ? 'done' : 'active'),

  'a result and a failure are heard': answersAreHeard('passkey'),
};

checkRules('passkey', rules);
checkSequences('passkey', rules, { lengthMax: 5 });

const page = startChart('passkey', undefined);
const support = (hasAutofill: boolean) => done('findSupport', { hasPasskeys: true, hasAutofill });
const chosen = (id: string) => ({ ok: true, credential: { id } });
const refused = (notice: string) => ({ ok: false, notice });

test('a login in another way lets go of a passkey that waits for consent', () => {
  const events = [support(true), done('autofill', chosen('c')), abandoned];
  expect(page(...events, given).started).toEqual([]);
  expect(page(...events, given, requested).started).toMatchObject([{ id: 'dialog' }]);
});

test('each login uses the passkey that was chosen last', () => {
  const first = [given, support(true), done('autofill', chosen('first'))];
  const second = [
    done('logInByPasskey', refused('passkeyUnknown')),
    requested,
    done('dialog', chosen('second')),
  ];
  expect(page(...first).started).toMatchObject([{ input: { credential: { id: 'first' } } }]);
  expect(page(...first, ...second).started).toMatchObject([
    { input: { credential: { id: 'second' } } },
  ]);
});

test('a login that cannot be completed is asked for again by the button only, as often as it fails', () => {
  const signedIn = { uuid: 'u', status: 'accepted', isAtsEnabled: true };
  const verified = [done('logInByPasskey', { ok: true, signedIn })];
  const first = [given, support(true), done('autofill', chosen('first')), ...verified];
  const again = [requested, done('dialog', chosen('second')), ...verified];
  for (const end of [done('completion', { isComplete: false }), failed('completion'), abandoned]) {
    const { after, started } = page(...first, end, ...again, end);
    expect([after.can(requested), after.hasTag('busy'), started]).toEqual([true, false, []]);
    expect(page(...first, end, ...again).started).toEqual([
      { id: 'completion', input: { isAtsEnabled: true, isByPasskey: true } },
    ]);
  }
});

test('consent that is withdrawn while a login is completed counts for the next one', () => {
  const signedIn = { uuid: 'u', status: 'accepted', isAtsEnabled: false };
  const events = [
    ...[given, support(true), done('autofill', chosen('c'))],
    ...[done('logInByPasskey', { ok: true, signedIn }), withdrawn],
  ];
  expect(page(...events).after.hasTag('busy')).toBe(true);
  expect(page(...events, done('completion', { isComplete: true })).after.status).toBe('done');
  const failure = [...events, done('completion', { isComplete: false })];
  expect(page(...failure, requested, done('dialog', chosen('c'))).started).toEqual([]);
});

test.each(['passkeyCancelled', 'passkeyNotAllowed', 'passkeyRateLimited', 'offline'])(
  'the page says %s as it is, after the dialog and after the login, and not after the autofill',
  (notice) => {
    const asked = [given, support(false), requested];
    expect(page(...asked, done('dialog', refused(notice))).notices).toEqual([notice]);
    const verified = [...asked, done('dialog', chosen('c'))];
    expect(page(...verified, done('logInByPasskey', refused(notice))).notices).toEqual([notice]);
    expect(page(support(true), done('autofill', refused(notice))).notices).toEqual([]);
  },
);
