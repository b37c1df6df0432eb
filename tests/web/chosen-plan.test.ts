import { expect, test } from 'vitest';
import { chosenPlan } from '#web/flows/chosen-plan.ts';

test.each([
  ['quick-start', 'Quick Start'],
  ['starter', 'Starter'],
  ['pro', 'Pro'],
])('?plan=%s is %s', (slug, name) => {
  expect(chosenPlan(slug, undefined)?.name).toBe(name);
});

test.each(['enterprise', 'Pro', '', 'free-trial', '__proto__', '<b>pro</b>'])(
  'a plan that is none to sign up for is ignored: %s',
  (written) => {
    expect(chosenPlan(written, undefined)).toBeUndefined();
  },
);

test('navigation state names a plan where the address names none of ours', () => {
  expect(chosenPlan(null, 'Quick Start')?.name).toBe('Quick Start');
  expect(chosenPlan('nothing', 'Pro')?.name).toBe('Pro');
  expect(chosenPlan('starter', 'Pro')?.name).toBe('Starter');
  expect(chosenPlan(null, 'Enterprise')).toBeUndefined();
  expect(chosenPlan(null, undefined)).toBeUndefined();
});
