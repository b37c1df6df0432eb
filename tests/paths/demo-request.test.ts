import { expect, test } from 'vitest';
import { demoRequestMachine } from '#machines/demo-request.ts';
import { edgePaths } from '#tests/support/edge-paths.ts';
import { createWalk } from '#tests/support/walk-chart.ts';

const changed = (field: string, value: string) => ({ type: 'field.changed', field, value });

const options = {
  inputs: [
    { form: 'page', email: '' },
    { form: 'campaign', email: '' },
  ],
  typed: [
    changed('name', 'Asha Rao'),
    changed('email', 'asha@acme.example'),
    changed('organization', 'Acme Robotics'),
    changed('phone', '9876543210'),
  ],
  events: [
    changed('message', 'Two hundred offers a month.'),
    { type: 'request.submitted' },
    { type: 'xstate.done.actor.sendRequest' },
    { type: 'xstate.error.actor.sendRequest' },
  ],
};

test('every edge of the demo request chart is walked', async () => {
  const { walk, untakenEdges } = createWalk(demoRequestMachine);
  for (const path of edgePaths(demoRequestMachine, options)) await walk(path);
  expect(untakenEdges()).toEqual([]);
});
