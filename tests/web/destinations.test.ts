// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { demoRequest, demoRequestOptions } from '#web/flows/demo-request.ts';
import { openDestination } from '#web/flows/open-destination.ts';
import { appAddresses } from '#web/platform/settings.ts';

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.unstubAllGlobals());

test.each([
  ['appHome', appAddresses.home],
  ['atsHome', appAddresses.atsHome],
] as const)('%s is %s', (destination, address) => {
  const assign = vi.spyOn(location, 'assign').mockReturnValue();
  openDestination(destination);
  expect(assign.mock.calls).toEqual([[address]]);
});

test.each([
  ['page', '#/thankyou'],
  ['campaign', '#/thankyou_campaign'],
] as const)('the request of the %s is thanked for at %s', async (form, hash) => {
  vi.stubGlobal('fetch', async () => Response.json({ token: 't', message: 'received' }));
  const actor = createActor(demoRequest, demoRequestOptions(form, null)).start();
  const fields = { name: 'Asha', email: 'asha@acme.example', organization: 'Acme' };
  for (const [field, value] of Object.entries({ ...fields, phone: '9876543210' }))
    actor.send({ type: 'field.changed', field: field as keyof typeof fields, value });
  actor.send({ type: 'request.submitted' });
  expect(sessionStorage).toHaveLength(1);
  await expect.poll(() => location.hash).toBe(hash);
  // The next request starts with an empty form.
  expect(sessionStorage).toHaveLength(0);
});

test('a completed form is replaced by the page that it leads to, which knows the account', () => {
  history.replaceState(null, '', '#/forgotPassword');
  const before = history.length;
  const account = { id: '11111111-2222-3333-4444-555555555555', email: 'asha@acme.example' };
  openDestination('resetPassword', account);
  expect([location.hash, history.length]).toEqual(['#/resetPassword', before]);
  expect(history.state).toEqual(account);
});
