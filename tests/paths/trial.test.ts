import { expect, test } from 'vitest';
import { trialMachine } from '#machines/trial.ts';
import { edgePaths } from '#tests/support/edge-paths.ts';
import { createWalk } from '#tests/support/walk-chart.ts';

const email = 'asha@acme.example';
const ticketEndsAt = Date.now() + 7_200_000;

const options = {
  inputs: [
    { email: '', hasAcceptedTerms: false },
    { email, hasAcceptedTerms: false, resendAt: Date.now() },
    { email, hasAcceptedTerms: true, ticketEndsAt },
  ],
  events: [
    { type: 'email.changed', email },
    { type: 'email.changed', email: 'ravi@acme.example' },
    { type: 'code.requested' },
    { type: 'code.changed', code: '012345' },
    { type: 'code.submitted' },
    { type: 'resend.requested' },
    { type: 'terms.accepted' },
    { type: 'terms.declined' },
    { type: 'trial.started' },
    {
      type: 'xstate.done.actor.otp',
      output: { code: '012345', verified: { ok: true, ticketEndsAt } },
    },
    { type: 'xstate.done.actor.otp', output: { code: '' } },
    { type: 'xstate.error.actor.otp' },
    { type: 'xstate.after.ticketLife.trial.open.address.verified' },
  ],
};

test('every edge of the trial chart is walked', async () => {
  const { walk, untakenEdges } = createWalk(trialMachine);
  for (const path of edgePaths(trialMachine, options)) await walk(path);
  expect(untakenEdges()).toEqual([]);
});
