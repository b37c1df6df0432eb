import { expect, test } from 'vitest';
import { forgotPasswordMachine } from '#machines/forgot-password.ts';
import { edgePaths } from '#tests/support/edge-paths.ts';
import { createWalk } from '#tests/support/walk-chart.ts';

const email = 'asha@acme.example';
const signedIn = { uuid: 'u', status: 'accepted', isAtsEnabled: false };

const options = {
  inputs: [{ email: '' }],
  events: [
    { type: 'email.changed', email },
    { type: 'email.changed', email: 'ravi@acme.example' },
    { type: 'code.requested' },
    { type: 'code.changed', code: '012345' },
    { type: 'code.submitted' },
    { type: 'resend.requested' },
    { type: 'xstate.done.actor.otp', output: { code: '012345', verified: { ok: true, signedIn } } },
    { type: 'xstate.done.actor.otp', output: { code: '' } },
    { type: 'xstate.error.actor.otp' },
  ],
};

test('every edge of the forgotten password chart is walked', async () => {
  const { walk, untakenEdges } = createWalk(forgotPasswordMachine);
  for (const path of edgePaths(forgotPasswordMachine, options)) await walk(path);
  expect(untakenEdges()).toEqual([]);
});
