// @vitest-environment happy-dom
import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { AnyActorRef } from 'xstate';
import { charts } from '#charts/all-charts.ts';
import { otpMachine } from '#machines/otp.ts';
import { signUpMachine } from '#machines/sign-up.ts';
import { trialMachine } from '#machines/trial.ts';
import { allOptions } from '#tests/charts/all-options.ts';
import { createAnsweredChild } from '#tests/support/answered-child.ts';
import { type EdgePathOptions, edgePaths } from '#tests/support/edge-paths.ts';
import { replaceChildren } from '#tests/support/replace-children.ts';
import { type Child, type Sight, wander } from '#tests/support/wander.ts';
import { emptyDraft, keepDraft, readDraft } from '#web/sign-up-draft.ts';

/** Failures are told with this seed and the numbers that led there. */
const SEED = 20261121;
const WALKS = 50;
const STEPS_MAX = 20;

const choices = fc.array(fc.nat(9999), { minLength: 5, maxLength: STEPS_MAX });
const optionsOf = (name: string): EdgePathOptions => allOptions[name] ?? { events: [] };
const isPersons = ({ type }: { type: string }) => !type.startsWith('xstate.');
const eventsOf = (name: string) => optionsOf(name).events.filter(isPersons);
const answersOf = (name: string) => optionsOf(name).events.filter((event) => !isPersons(event));

/** Two may be on their way where the server repeats itself safely, and where a new session is better. */
const MAY_BE_REPEATED: Record<string, string[]> = {
  'sign-up': ['creation'],
  session: ['refresh', 'logout'],
};
/** What may fail without a word: each says so at its state. */
const SILENT = ['uploadLogo', 'tellSales', 'describeCompany', 'creation', 'refresh', 'trial'];

// Who goes on after a child has failed still speaks to it, and XState remarks on that.
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

const createChildren = () => {
  const children: Child[] = [];
  const logic = createAnsweredChild((actor: AnyActorRef) =>
    children.push({ id: actor.id, actor, isGivenUp: false }),
  );
  return { children, logic };
};

const pathsOf = new Map(
  charts.map(({ name, machine }) => [name, edgePaths(machine, optionsOf(name))]),
);

/** Goes some way along one of the chart's paths, so that it gets anywhere, and then at random. */
const explore = (name: string, look: (sight: Sight) => void) => {
  const chart = charts.find((known) => known.name === name);
  const paths = pathsOf.get(name) ?? [];
  if (!chart) throw new Error(`no chart ${name}`);
  const { children, logic } = createChildren();
  const rest = {
    machine: replaceChildren(chart.machine, logic),
    children,
    events: eventsOf(name).map((event) => ({ event })),
    answers: answersOf(name),
  };
  const steps = fc.nat(Math.max(...paths.map((path) => path.steps.length)));
  fc.assert(
    fc.property(fc.nat(paths.length - 1), steps, choices, (index, length, numbers) => {
      const path = paths[index];
      const way = path?.steps.slice(0, length).map(({ event }) => event) ?? [];
      wander({ ...rest, input: path?.input }, [...way, ...numbers], look);
    }),
    { seed: SEED, numRuns: WALKS },
  );
};

describe.each(charts.map(({ name }) => name))('%s', (name) => {
  test('nobody is ever stuck: something is open, running or about to end', () => {
    explore(name, ({ snapshot, running, delays }) => {
      if (snapshot.status !== 'active') return;
      const isOpen = eventsOf(name).some((event) => snapshot.can(event));
      expect([snapshot.value, isOpen || running.length > 0 || delays > 0]).toContain(true);
    });
  });

  test('no request is made again while the same one is on its way', () => {
    const mayBe = MAY_BE_REPEATED[name] ?? [];
    explore(name, ({ snapshot, running, repeated }) => {
      if (snapshot.hasTag('busy')) expect(repeated.filter((id) => !mayBe.includes(id))).toEqual([]);
      const ids = running.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
    });
  });

  test('a failure is told once', () => {
    explore(name, ({ event, notices }) => {
      const [, id = ''] = /^xstate\.error\.actor\.(.*)$/.exec(event.type) ?? [];
      expect(notices.length).toBeLessThanOrEqual(1);
      if (id !== '' && !SILENT.includes(id)) expect(notices).toHaveLength(1);
    });
  });

  test('who has left, leaves no password behind', () => {
    explore(name, ({ snapshot }) => {
      if (snapshot.status === 'done' || snapshot.matches({ wizard: 'allSet' } as never))
        expect(snapshot.context).not.toMatchObject({ password: expect.stringMatching(/./) });
    });
  });
});

test('a code never survives its rejection', () => {
  explore('otp', ({ snapshot, event }) => {
    const isRejected = event.type === 'xstate.done.actor.verifyCode' && !event['output'].ok;
    if (isRejected) expect(snapshot.context.code).toBe('');
  });
});

describe('a draft of a sign-up', () => {
  beforeEach(() => localStorage.clear());

  test('holds no password and no code, and comes back as it was kept', () => {
    const { children, logic } = createChildren();
    const trial = trialMachine.provide({
      actors: {
        otp: otpMachine.provide({ actors: { sendCode: logic, verifyCode: logic } as never }),
      },
    });
    const whole = signUpMachine.provide({
      actors: {
        trial,
        companyCreation: logic,
        completeUser: logic,
        describeCompany: logic,
        stepHistory: logic,
      } as never,
    });
    const ticketEndsAt = Date.now() + 7_200_000;
    const inputs = [
      ...(optionsOf('sign-up').inputs ?? []),
      { draft: emptyDraft('asha@acme.example'), isSignedIn: false },
    ];
    let kept = 0;
    fc.assert(
      fc.property(
        fc.nat(inputs.length - 1),
        fc.array(fc.nat(9999), { maxLength: 60 }),
        (index, numbers) => {
          localStorage.clear();
          wander(
            {
              machine: whole,
              children,
              input: inputs[index],
              events: [
                ...eventsOf('sign-up').map((event) => ({ event })),
                ...eventsOf('trial').map((event) => ({ event, to: 'trial' })),
              ],
              answers: [
                ...answersOf('sign-up'),
                ...answersOf('otp'),
                { type: 'xstate.done.actor.verifyCode', output: { ok: true, ticketEndsAt } },
              ],
            },
            numbers,
            ({ snapshot }) => {
              keepDraft(snapshot as never);
              const stored = localStorage.getItem('sitara.sign-up.2');
              if (snapshot.status === 'done') expect(stored).toBeNull();
              if (stored === null) return;
              kept += 1;
              expect(stored).not.toMatch(/password|quiet lantern|012345/);
              expect(readDraft(Date.now())).toMatchObject({ email: JSON.parse(stored).email });
            },
          );
        },
      ),
      { seed: SEED, numRuns: WALKS },
    );
    expect(kept).toBeGreaterThan(WALKS);
  });
});
