import { expect, test } from 'vitest';
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { PASSKEY_CHALLENGE_LIFETIME_MS } from '#contract/passkey.ts';
import { checkRules, differs, firstFault, type Rule } from '#tests/support/rules/check-rules.ts';
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
  /** Whether the login before this one failed after its passkey. */
  hasFailed: boolean;
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
    | 'verified';
  credential?: unknown;
  signedIn?: unknown;
  /** What the last event says, and whether it starts the ceremony once more. */
  said: string[];
  isRestarted: boolean;
}

/** After a choice: the login, for which consent is needed. */
const choose = (login: Login, credential: unknown): Login => ({
  ...login,
  credential,
  ceremony: login.hasConsent ? 'verifying' : 'chosen',
});

const fail = (login: Login, ...said: string[]): Login => ({ ...login, ceremony: 'idle', said });

const answer = (login: Login, { type, output }: AnyEventObject): Login => {
  switch (`${login.ceremony} ${type}`) {
    case `preparing ${done('findSupport').type}`: {
      // An authenticator that answers without its user would log in and fail for ever.
      const able = output.hasAutofill && !login.hasFailed ? 'waiting' : 'idle';
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
        ? { ...login, ceremony: 'verified', signedIn: output.signedIn }
        : fail(login, output.notice);
    case `asking ${failed('dialog').type}`:
    case `verifying ${failed('logInByPasskey').type}`:
      return fail(login, 'unexpected');
    default:
      return login;
  }
};

const afterEvent = (before: Login, event: AnyEventObject): Login => {
  const login: Login = { ...before, said: [], isRestarted: false };
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
      return ['waiting', 'asking', 'chosen', 'verifying'].includes(ceremony) ? fail(login) : login;
    default:
      return event.type.startsWith(renewal)
        ? { ...login, isRestarted: ceremony === 'waiting' }
        : answer(login, event);
  }
};

const loginOf = foldWith(
  ({ hasFailed }: { hasFailed: boolean }): Login => ({
    hasFailed,
    hasConsent: false,
    ceremony: 'preparing',
    said: [],
    isRestarted: true,
  }),
  afterEvent,
);

/** The actor of each ceremony, with its input. */
const actorOf = ({ ceremony, credential }: Login) =>
  ({
    preparing: [{ id: 'findSupport', input: undefined }],
    waiting: [{ id: 'autofill', input: { isAutofill: true } }],
    asking: [{ id: 'dialog', input: { isAutofill: false } }],
    verifying: [{ id: 'logInByPasskey', input: { credential } }],
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
    if (ceremony === 'verified') return undefined;
    return differs('page', shown(after), {
      hasButton: ceremony !== 'unsupported',
      isBusy: ceremony === 'asking' || ceremony === 'verifying',
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

  'the login ends with who is logged in, and with nothing else': ({ after, actions }, history) => {
    const { ceremony, signedIn } = loginOf(history);
    if (actions.length > 0) return 'the login page does the rest';
    return ceremony === 'verified'
      ? firstFault(
          differs('status', after.status, 'done'),
          differs('output', after.output, { signedIn }),
        )
      : differs('status', after.status, 'active');
  },

  'a result and a failure are heard': answersAreHeard('passkey'),
};

checkRules('passkey', rules);
checkSequences('passkey', rules, {
  lengthMax: 5,
  inputs: [{ hasFailed: false }, { hasFailed: true }],
});

const page = startChart('passkey', { hasFailed: false });
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
