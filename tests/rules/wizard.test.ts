import type { StepInput, WizardState, WizardStep } from '#machines/rules/sign-up.ts';
import { account, email, fields, ticketEndsAt } from '#paths/options/wizard-steps.ts';
import { checkModel, differs } from '#tests/support/rules/model.ts';

type End = 'finished' | 'leftByBack' | 'ticketEnded' | 'failed';
type Actor = 'companyStep' | 'personStep' | 'profileStep';

interface Facts {
  email: string;
  ticketEndsAt?: number | undefined;
  state: WizardState;
  step: WizardStep;
  end?: End;
}

interface Answer {
  type: string;
  output?: { reason: 'next' | 'back' | 'ticketEnded'; state: WizardState };
}

const actorOf: Record<WizardStep, Actor> = {
  company: 'companyStep',
  about: 'personStep',
  allSet: 'profileStep',
};

// "Wizard steps are 0, 1, 2"; "Browser Back inside the wizard goes to the previous step with its values".
const ways: Record<WizardStep, { next: WizardStep | End; back: WizardStep | End }> = {
  company: { next: 'about', back: 'leftByBack' },
  about: { next: 'allSet', back: 'company' },
  allSet: { next: 'finished', back: 'about' },
};

const isStep = (way: WizardStep | End): way is WizardStep => way in ways;

const next = (facts: Facts, { output }: Answer): Facts => {
  if (facts.end) return facts;
  if (!output) return { ...facts, end: 'failed' };
  const { reason, state } = output;
  const way = reason === 'ticketEnded' ? reason : ways[facts.step][reason];
  return isStep(way) ? { ...facts, state, step: way } : { ...facts, state, end: way };
};

const done = (id: Actor, reason: string, state: WizardState) => ({
  type: `xstate.done.actor.${id}`,
  output: { reason, state },
});
const empty: WizardState = { fields, password: '' };
const typed: WizardState = { ...empty, fields: { ...fields, name: 'Acme Freight' } };
const created: WizardState = { ...typed, ...account, password: 'quiet lantern river' };
const accepted: WizardState = { ...created, isAccepted: true, password: '' };
const named: WizardState = { ...accepted, fields: { ...fields, displayName: 'Acme' } };

checkModel<Facts>(
  'wizard',
  {
    start: ({ step = 'company', ...input }: StepInput & { step?: WizardStep }) => ({
      ...input,
      step,
    }),
    next,
    stories: [
      [{ email, ticketEndsAt, state: empty }, done('companyStep', 'back', typed)],
      [
        { email, ticketEndsAt, state: empty },
        done('companyStep', 'next', created),
        done('personStep', 'back', created),
        done('companyStep', 'next', created),
        done('personStep', 'next', accepted),
        done('profileStep', 'back', named),
        done('personStep', 'next', named),
        done('profileStep', 'next', named),
      ],
      [
        { email, ticketEndsAt, state: empty, step: 'company' },
        done('companyStep', 'next', created),
        done('personStep', 'ticketEnded', created),
      ],
    ],
  },
  {
    'one step is shown at a time, the one that its neighbour was left to': ({ after, now }) =>
      differs(
        [Object.keys(after.children), after.value, Object.values(after.getMeta())],
        now.end ? [[], now.end, []] : [[actorOf[now.step]], now.step, [{ step: now.step }]],
      ),
    'a step begins with everything that was typed and created before': ({ started, was, now }) =>
      differs(
        started,
        !now.end && was?.step !== now.step
          ? [
              {
                id: actorOf[now.step],
                src: actorOf[now.step],
                input: { email: now.email, ticketEndsAt: now.ticketEndsAt, state: now.state },
              },
            ]
          : [],
      ),
    'the draft knows the step that is shown, so that a reload comes back to it': ({
      actions,
      was,
      now,
    }) =>
      differs(
        actions.map(({ name, params }) => ({ name, params })),
        !now.end && was?.step !== now.step ? [{ name: 'saveStep', params: now.step }] : [],
      ),
    'what the steps hand on is kept, also when Back leads to them': ({ after, now }) => {
      const { email: owner, ticketEndsAt: until, state } = after.context;
      // After Done the draft is deleted, and nobody reads the state any more.
      return differs(
        { owner, until, state: now.end === 'finished' ? now.state : state },
        { owner: now.email, until: now.ticketEndsAt, state: now.state },
      );
    },
    'each way out of the shown step leads somewhere': ({ before, event, was }) =>
      was && differs(before.can(event), !was.end),
    'the wizard ends after Done, by Back from its first step, with the ticket or by a crash': ({
      after,
      now,
    }) => differs([after.status, after.output?.reason], [now.end ? 'done' : 'active', now.end]),
    'whoever comes back to the sign-up finds everything that was typed and created': ({
      after,
      now,
    }) =>
      now.end === 'finished'
        ? undefined
        : differs(after.output?.state, now.end ? now.state : undefined),
    'the wizard itself says nothing and waits for nothing': ({ notices, delays, after }) =>
      differs([notices, delays, [...after.tags]], [[], [], []]),
  },
);
