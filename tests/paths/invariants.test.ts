// @vitest-environment happy-dom

import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type {
  AnyActorRef,
  AnyEventObject,
  AnyMachineSnapshot,
  AnyStateNode,
  StateValue,
} from 'xstate';
import { charts } from '#charts/model/all-charts.ts';
import { replaceActors } from '#charts/model/replace-actors.ts';
import * as storageKeys from '#contract/storage-keys.ts';
import type { WizardState } from '#machines/rules/sign-up.ts';
import { createTransitions } from '#paths/chart-transitions.ts';
import { edgePaths } from '#paths/edge-paths.ts';
import { allOptions } from '#paths/options/all-options.ts';
import { type EdgePathOptions, withFrozenClock } from '#paths/path-options.ts';
import { createControlledChild } from '#tests/support/charts/controlled-child.ts';
import { type Child, randomWalk, type StepObservation } from '#tests/support/charts/random-walk.ts';
import { draftOf, emptyDraft, openDraft, readDraft, saveDraft } from '#web/flows/sign-up-draft.ts';

/** The otp chart sends it with each code, and the mail of that one is followed. */
const OF_A_CHILD = 'code.sent';

/** The seed of fast-check, which reports it with a failure. */
const SEED = 20261121;
const WALKS = 50;
const STEPS_MAX = 20;

const randomNumbers = fc.array(fc.nat(9999), { minLength: 5, maxLength: STEPS_MAX });
const optionsOf = (name: string): EdgePathOptions => allOptions[name] ?? { events: [] };
const isUserEvent = ({ type }: { type: string }) =>
  !type.startsWith('xstate.') && type !== 'time.passed';
const eventsOf = (name: string) => optionsOf(name).events.filter(isUserEvent);
const answersOf = (name: string) => optionsOf(name).events.filter((event) => !isUserEvent(event));

/**
 * Requests that may be repeated while an earlier one is pending, and the events that abandon the earlier
 * one: the server's call is idempotent, a new session is better than a refresh of the old one, the
 * browser has closed its dialog, and a user may be fetched twice.
 */
const MAY_BE_REPEATED: Record<string, Record<string, string[]>> = {
  passkey: {
    dialog: ['passkey.abandoned'],
    logInByPasskey: ['passkey.abandoned'],
    completion: ['passkey.abandoned'],
  },
  'person-step': { creation: ['back.requested'] },
  session: { refresh: ['session.opened'], logout: ['session.opened'] },
};
/** Actors that may fail without a notice, and the states that show the failure or need no message. */
const SILENT: Record<string, Record<string, StateValue[]>> = {
  'account-creation': {
    uploadLogo: ['creatingUser', 'incomplete'],
    notifySales: ['complete', 'incomplete'],
  },
  'person-step': { creation: ['open'] },
  'code-mail': { watchMail: ['unknown'] },
  'company-step': { creation: ['next'] },
  'email-verification': {
    mail: [{ open: { address: { verifyingEmail: 'unfollowed' } } }],
  },
  'browser-link': { sendLink: [{ offering: 'failed' }], knowBrowser: ['unreached'] },
  passkey: {
    findSupport: [{ open: { ceremony: 'unsupported' } }],
    autofill: [{ open: { ceremony: { offered: 'idle' } } }],
  },
  'passkey-list': { fetchPasskeys: ['unavailable'] },
  'session-list': { fetchSessions: ['unavailable'] },
  'passkey-registration': { findSupport: ['skipped'] },
  'login-completion': { registration: ['complete'] },
  'sign-up': { emailVerification: ['failed'], wizard: ['failed'] },
  wizard: { companyStep: ['failed'], personStep: ['failed'], profileStep: ['failed'] },
  session: { refresh: ['expired'], logout: ['signedOut'] },
};
/** Regions that may wait for another region, or that are complete. */
const MAY_WAIT: Record<string, (snapshot: AnyMachineSnapshot) => boolean> = {
  // Another code may be requested once this one is rejected.
  'otp.open.delivery.ready': (snapshot) => snapshot.matches({ open: { entry: 'verifying' } }),
  // The account is complete. The `person` region detects an ended session.
  'personStep.open.account.complete': () => true,
  // Without passkeys, the other ways to log in remain.
  'passkey.open.ceremony.unsupported': () => true,
  // The code fields appear with the first code and stay.
  'otp.open.boxes.hidden': () => true,
  'otp.open.boxes.shown': () => true,
};

// XState warns about events to a child that has failed.
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

const createChildren = () => {
  const children: Child[] = [];
  const logic = createControlledChild((actor: AnyActorRef) => {
    // The notifier runs as long as its chart.
    if (actor.id !== 'notifier') children.push({ id: actor.id, actor });
  });
  return { children, logic };
};

const pathsOf = new Map(
  charts.map(({ name, machine }) => [name, edgePaths(machine, optionsOf(name))]),
);

/** The active regions of parallel states, each with the active states inside it. */
const regionsOf = ({ _nodes }: AnyMachineSnapshot): AnyStateNode[][] =>
  _nodes
    .filter((node) => node.parent?.type === 'parallel')
    .map((region) => _nodes.filter(({ path }) => region.path.every((key, at) => path[at] === key)));

/** Whether a user event, a running child or a delay can change a region. */
const isMovable = (
  { snapshot, running }: StepObservation,
  region: AnyStateNode[],
  name: string,
): boolean =>
  region.some(
    ({ invoke, after }) =>
      after.length > 0 || invoke.some(({ id }) => running.some((child) => child.id === id)),
  ) ||
  eventsOf(name).some((event) =>
    snapshot.machine
      .getTransitionData(snapshot, event)
      ?.some(({ source }) => region.includes(source)),
  );

/** A chart whose children a random walk controls, with its possible events. */
const open = (name: string, actions: object = {}) => {
  const chart = charts.find((known) => known.name === name);
  if (!chart) throw new Error(`no chart ${name}`);
  const { children, logic } = createChildren();
  return {
    paths: pathsOf.get(name) ?? [],
    rest: {
      machine: replaceActors(chart.machine.provide({ actions } as never), () => logic),
      children,
      events: eventsOf(name).map((event) => ({ event })),
      answers: answersOf(name),
    },
  };
};

/** Takes a prefix of one of the chart's paths, then continues at random. */
const explore = (name: string, check: (observation: StepObservation) => void) => {
  const { paths, rest } = open(name);
  const steps = fc.nat(Math.max(...paths.map((path) => path.steps.length)));
  fc.assert(
    fc.property(fc.nat(paths.length - 1), steps, randomNumbers, (index, length, numbers) => {
      const path = paths[index];
      const events = path?.steps.slice(0, length).map(({ event }) => event) ?? [];
      randomWalk({ ...rest, input: path?.input }, [...events, ...numbers], check);
    }),
    { seed: SEED, numRuns: WALKS },
  );
};

/** The start and the steps of the chart's paths, each with what an event would do then. */
const stepsOnPaths = (name: string) => {
  const { paths, rest } = open(name);
  const { startWith } = createTransitions(rest.machine);
  return withFrozenClock(() =>
    paths.flatMap(({ input, steps }) => {
      const { first, take } = startWith(input);
      const taken = [first];
      for (const { event } of steps) taken.push(take((taken.at(-1) ?? first).snapshot, event));
      return taken.map((step) => ({ ...step, take }));
    }),
  );
};

const TYPED = ' two  words ';
/** A user event whose texts are all `TYPED`. */
const typing = (event: AnyEventObject): AnyEventObject =>
  JSON.parse(JSON.stringify(event), (key, value) =>
    typeof value === 'string' && !['type', 'field'].includes(key) ? TYPED : value,
  );
/** How many texts of a value are `TYPED`. */
const countTyped = (value: unknown): number => JSON.stringify(value).split(TYPED).length - 1;

/** All sequences of `count` user events. */
const sequences = (events: AnyEventObject[], count: number): AnyEventObject[][] =>
  count === 0
    ? [[]]
    : sequences(events, count - 1).flatMap((start) => events.map((event) => [...start, event]));

/** After each step of each path, sends every sequence of `count` user events. */
const sendEverywhere = (
  name: string,
  count: number,
  check: (observation: StepObservation) => void,
) => {
  const { paths, rest } = open(name);
  for (const { input, steps } of paths)
    for (const length of [...steps.keys(), steps.length])
      for (const sequence of sequences(eventsOf(name), count)) {
        const events = steps.slice(0, length).map(({ event }) => event);
        randomWalk({ ...rest, input }, [...events, ...sequence], check);
      }
};

describe.each(charts.map(({ name }) => name))('%s', (name) => {
  test('no configuration is a dead end: an event, a running child or a delay continues it', () => {
    explore(name, ({ snapshot, running, delays }) => {
      if (snapshot.status !== 'active') return;
      const isOpen = eventsOf(name).some((event) => snapshot.can(event));
      expect([snapshot.value, isOpen || running.length > 0 || delays > 0]).toContain(true);
    });
  });

  test('no parallel region is a dead end', () => {
    explore(name, (observation) => {
      const { snapshot } = observation;
      if (snapshot.status !== 'active') return;
      const stuck = regionsOf(snapshot)
        .filter((region) => !isMovable(observation, region, name))
        .map((region) => region.at(-1)?.id ?? '')
        .filter((id) => !MAY_WAIT[id]?.(snapshot));
      expect([snapshot.value, stuck]).toEqual([snapshot.value, []]);
    });
  });

  test('no request is repeated while the same one is pending', () => {
    const allowed = MAY_BE_REPEATED[name] ?? {};
    explore(name, ({ snapshot, running, repeated }) => {
      if (snapshot.hasTag('busy'))
        expect(
          repeated.filter(({ id, abandonedOn }) => !allowed[id]?.includes(abandonedOn)),
        ).toEqual([]);
      const ids = running.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
    });
  });

  test('no user event at any step of a path restarts a running child', () => {
    let before: string[] = [];
    sendEverywhere(name, 1, ({ event, running, started }) => {
      const restarted = started.filter(({ id }) => before.includes(id)).map(({ id }) => id);
      if (isUserEvent(event) && event.type !== OF_A_CHILD)
        expect([event.type, restarted]).toEqual([event.type, []]);
      before = running.map(({ id }) => id);
    });
  });

  test('a failure emits one notice', () => {
    let failures = 0;
    explore(name, ({ event, notices, snapshot }) => {
      const [, id = ''] = /^xstate\.error\.actor\.(.*)$/.exec(event.type) ?? [];
      expect(notices.length).toBeLessThanOrEqual(1);
      if (id === '') return;
      failures += 1;
      const silentStates = SILENT[name]?.[id];
      if (!silentStates) expect(notices).toHaveLength(1);
      else
        expect([
          snapshot.value,
          silentStates.some((state) => snapshot.matches(state as never)),
        ]).toContain(true);
    });
    if (answersOf(name).length > 0) expect(failures).toBeGreaterThan(0);
  });

  // XState sends to the chart itself what has no receiver, and nothing is shown.
  test("every notice goes to the flow's notifier", () => {
    const effects = stepsOnPaths(name).flatMap((step) => step.effects);
    const receivers = effects.flatMap((effect) =>
      effect.kind === 'sends' && effect.event.type === 'notice' ? [effect.to] : [],
    );
    expect(receivers.filter((to) => to !== 'notifier')).toEqual([]);
  });

  test('what is typed is kept with the spaces around it', () => {
    const texts = eventsOf(name)
      .filter(({ type }) => /^(?:email|field|name|password|confirmation)\.changed$/.test(type))
      .map(typing);
    withFrozenClock(() => {
      for (const { snapshot, take } of stepsOnPaths(name))
        for (const event of texts.filter((text) => snapshot.can(text))) {
          const kept = countTyped(take(snapshot, event).snapshot.context);
          expect([event, kept >= countTyped(event)]).toEqual([event, true]);
        }
    });
  });

  test('a finished flow has no password in its context', () => {
    explore(name, ({ snapshot }) => {
      if (
        snapshot.status === 'done' &&
        snapshot.value !== 'back' &&
        snapshot.value !== 'ticketEnded'
      )
        expect(snapshot.context).not.toMatchObject({ password: expect.stringMatching(/./) });
    });
  });
});

test('no code is verified while one is being sent, and none is sent while one is verified', () => {
  const check = ({ running }: StepObservation) => expect(running.length).toBeLessThanOrEqual(1);
  explore('otp', check);
  // All digits, then the Verify button.
  sendEverywhere('otp', 2, check);
});

test('one refresh serves all requests that are rejected while it is pending', () => {
  let isRefreshing = false;
  let waiting = 0;
  explore('session', ({ snapshot, event, started }) => {
    if (isRefreshing && event.type === 'access.expired') {
      expect(snapshot.matches('refreshing')).toBe(true);
      expect(started).toEqual([]);
      waiting += 1;
    }
    isRefreshing = snapshot.matches('refreshing');
  });
  expect(waiting).toBeGreaterThan(0);
});

test('a rejected code is cleared', () => {
  let cleared = 0;
  let kept = 0;
  explore('otp', ({ snapshot, event }) => {
    if (event.type !== 'xstate.done.actor.verifyCode' || event['output'].ok) return;
    // A code that the server did not check stays.
    if (event['output'].isRateLimited) {
      kept += 1;
      expect(snapshot.context.code).not.toBe('');
    } else {
      cleared += 1;
      expect(snapshot.context.code).toBe('');
    }
  });
  expect([cleared > 0, kept > 0]).toEqual([true, true]);
});

describe.each(['company-step', 'person-step', 'profile-step'])('the draft of %s', (name) => {
  beforeEach(() => localStorage.clear());

  test('contains no password, and a reload reads the saved fields', () => {
    const { paths, rest } = open(name, {
      saveDraft: ({ context }: { context: WizardState }) => saveDraft(draftOf(context)),
    });
    let saved = 0;
    fc.assert(
      fc.property(fc.nat(paths.length - 1), randomNumbers, (index, numbers) => {
        localStorage.clear();
        readDraft(Date.now());
        openDraft(emptyDraft('asha@acme.example'));
        randomWalk({ ...rest, input: paths[index]?.input }, numbers, ({ snapshot }) => {
          const stored = localStorage.getItem(storageKeys.signUpDraft);
          if (stored === null) return;
          saved += 1;
          expect(stored).not.toMatch(/password|quiet lantern/);
          expect(readDraft(Date.now())).toMatchObject({ fields: snapshot.context.fields });
        });
      }),
      { seed: SEED, numRuns: WALKS },
    );
    expect(saved).toBeGreaterThan(WALKS);
  });
});
