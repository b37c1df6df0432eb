// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { plans } from '#web/content/plans.ts';
import { chosenPlan, forgetPlan, keepPlan, restorePlan } from '#web/flows/chosen-plan.ts';

test.each([
  ['quick-start', 'Quick Start'],
  ['starter', 'Starter'],
  ['pro', 'Pro'],
])('?plan=%s is %s', (slug, name) => {
  expect(chosenPlan(`plan=${slug}`, null)?.name).toBe(name);
});

test.each(['enterprise', 'Pro', '', 'free-trial', '__proto__', '<b>pro</b>'])(
  'a plan that is none to sign up for is ignored: %s',
  (written) => {
    expect(chosenPlan(`plan=${encodeURIComponent(written)}`, null)).toBeUndefined();
  },
);

test('navigation state names a plan where the address names none of ours', () => {
  expect(chosenPlan('', { plan: 'Quick Start' })?.name).toBe('Quick Start');
  expect(chosenPlan('plan=nothing', { plan: 'Pro' })?.name).toBe('Pro');
  expect(chosenPlan('plan=starter', { plan: 'Pro' })?.name).toBe('Starter');
  expect(chosenPlan('', { plan: 'Enterprise' })).toBeUndefined();
  expect(chosenPlan('', null)).toBeUndefined();
});

test('the plan of a sign-up is kept until that ends, also after a reload', () => {
  for (const plan of plans.filter(({ name }) => name === 'Pro')) keepPlan(plan);
  restorePlan();
  expect(chosenPlan('', null)?.name).toBe('Pro');
  forgetPlan();
  expect(chosenPlan('', null)).toBeUndefined();
  restorePlan();
  expect(chosenPlan('', null)).toBeUndefined();
});
