// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import * as storageKeys from '#contract/storage-keys.ts';
import { chosenSlug } from '#web/flows/chosen-plan.ts';
import { signUp, signUpOptions } from '#web/flows/sign-up.ts';
import { emptyDraft, openDraft, readDraft, saveDraft } from '#web/flows/sign-up-draft.ts';
import { appAddresses } from '#web/platform/settings.ts';

const KEY = 'sitara.sign-up.2';
const NOW = 1_800_000_000_000;
const keep = (draft: object) => localStorage.setItem(KEY, JSON.stringify(draft));
const typed = { ...emptyDraft('asha@acme.example'), step: 'about', ticketEndsAt: NOW + 1000 };

beforeEach(() => localStorage.clear());

test('a draft comes back as it was kept', () => {
  keep(typed);
  expect(readDraft(NOW)).toEqual(typed);
});

test('a draft from before a field was added comes back with that field empty', () => {
  const { about: _, ...fields } = { ...typed.fields, personName: 'Asha Rao' };
  keep({ ...typed, fields });
  expect(readDraft(NOW)).toEqual({ ...typed, fields: { ...typed.fields, personName: 'Asha Rao' } });
});

test('a draft whose ticket has ended is deleted', () => {
  keep(typed);
  expect(readDraft(NOW + 1000)).toBeUndefined();
  expect(localStorage.getItem(KEY)).toBeNull();
});

test('a code that no longer holds is forgotten, the address stays', () => {
  keep({ ...emptyDraft('asha@acme.example'), resendAt: NOW - 10 * 60_000 });
  expect(readDraft(NOW)).toEqual(emptyDraft('asha@acme.example'));
});

test('what another tab of the sign-up has stored since stays, unless it was changed here too', () => {
  openDraft({ ...emptyDraft('asha@acme.example'), step: 'company' });
  const fields = { ...typed.fields, name: 'There', website: 'there.example' };
  keep({ ...typed, companyId: 'c', fields });
  saveDraft({ fields: { ...typed.fields, name: 'Here' } });
  expect(readDraft(NOW)).toEqual({
    ...typed,
    companyId: 'c',
    fields: { ...fields, name: 'Here' },
  });
});

test('the draft of another address is replaced', () => {
  const own = { ...emptyDraft('asha@acme.example'), hasAcceptedTerms: true };
  openDraft(own);
  keep({ ...typed, email: 'ravi@other.example', companyId: 'c' });
  saveDraft({ step: 'company' });
  expect(readDraft(NOW)).toEqual({ ...own, step: 'company' });
});

test('a sign-up that ended in another tab is not stored again by this one', () => {
  keep(typed);
  openDraft(readDraft(NOW) ?? emptyDraft(''));
  localStorage.removeItem(KEY);
  dispatchEvent(new StorageEvent('storage', { key: KEY, newValue: null }));
  saveDraft({ hasAcceptedTerms: true });
  expect(localStorage.getItem(KEY)).toBeNull();
});

test('a sign-up that goes on in another tab is stored by this one, too', () => {
  keep(typed);
  openDraft(readDraft(NOW) ?? emptyDraft(''));
  dispatchEvent(new StorageEvent('storage', { key: KEY, newValue: JSON.stringify(typed) }));
  saveDraft({ hasAcceptedTerms: true });
  expect(readDraft(NOW)).toEqual({ ...typed, hasAcceptedTerms: true });
});

test('the plan of a sign-up is taken up with its draft, and not by another sign-up', () => {
  keep({ ...typed, ticketEndsAt: Date.now() + 1000 });
  localStorage.setItem(storageKeys.chosenPlan, 'pro');
  signUpOptions('', null);
  expect(chosenSlug()).toBe('pro');
  localStorage.removeItem(KEY);
  signUpOptions('', null);
  expect(chosenSlug()).toBeUndefined();
});

test.each([
  '{',
  'null',
  '[]',
  '{"email":1}',
  JSON.stringify({ ...typed, step: 'other' }),
  JSON.stringify({ ...typed, step: null }),
  JSON.stringify({ ...typed, hasAcceptedTerms: 'true' }),
  JSON.stringify({ ...typed, ticketEndsAt: String(NOW + 1000) }),
  JSON.stringify({ ...typed, ticketEndsAt: 'soon' }).replace('"soon"', '1e999'),
  JSON.stringify({ ...typed, userId: null }),
  JSON.stringify({ ...typed, fields: [] }),
  JSON.stringify({ ...typed, fields: { ...typed.fields, departments: ['Sales', 1] } }),
  JSON.stringify({ ...typed, fields: { ...typed.fields, locations: 'Pune' } }),
])('what is no draft of ours is deleted: %s', (stored) => {
  localStorage.setItem(KEY, stored);
  expect(readDraft(NOW)).toBeUndefined();
  expect(localStorage.getItem(KEY)).toBeNull();
});

test('what a newer version has stored besides is no fault, and stays', () => {
  const newer = { ...typed, toldOf: 'Acme', fields: { ...typed.fields, salary: '1' } };
  localStorage.setItem(KEY, JSON.stringify(newer));
  openDraft(readDraft(NOW) ?? emptyDraft(''));
  saveDraft({ hasAcceptedTerms: true });
  const stored = JSON.parse(localStorage.getItem(KEY) ?? '');
  expect(stored).toEqual({ ...newer, hasAcceptedTerms: true });
});

test('storage that is forbidden reads as empty', () => {
  const forbidden = vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  expect(readDraft(NOW)).toBeUndefined();
  forbidden.mockRestore();
});

test('a sign-up that starts again after a crash has what its steps have stored', () => {
  keep({ ...typed, ticketEndsAt: Date.now() + 1000 });
  const crash = fromCallback(() => {
    throw new Error('failed');
  });
  const crashing = signUp.provide({ actors: { wizard: crash as never } });
  const actor = createActor(crashing, signUpOptions('', undefined)).start();
  expect(actor.getSnapshot().value).toBe('failed');
  const fields = { ...typed.fields, name: 'Acme Robotics' };
  saveDraft({ fields, companyId: 'c' });
  actor.send({ type: 'restart.requested' });
  const { value, context } = actor.getSnapshot();
  expect(value).toBe('emailVerification');
  expect(context.wizard).toMatchObject({ fields, companyId: 'c' });
  actor.stop();
});

test('a step that was left no longer listens to Back', () => {
  keep({ ...typed, ticketEndsAt: Date.now() + 1000 });
  const heard = vi.spyOn(globalThis, 'addEventListener');
  const unheard = vi.spyOn(globalThis, 'removeEventListener');
  const listeners = ({ mock }: typeof heard | typeof unheard) =>
    mock.calls.filter(([type]) => type === 'popstate').map(([, listener]) => listener);
  const actor = createActor(signUp, signUpOptions('', undefined)).start();
  expect(listeners(heard)).toHaveLength(1);
  actor.stop();
  expect(listeners(unheard)).toEqual(listeners(heard));
});

test('Done opens the new job of the app, and leaves no draft', async () => {
  const account = { companyId: 'c', userId: 'u', step: 'allSet' };
  keep({ ...typed, ...account, ticketEndsAt: Date.now() + 10_000 });
  const assign = vi.spyOn(location, 'assign').mockReturnValue();
  vi.stubGlobal('fetch', async () => Response.json({ token: 't', message: 'updated' }));
  const actor = createActor(signUp, signUpOptions('', undefined)).start();
  const profile = actor.getSnapshot().children.wizard?.getSnapshot().children.profileStep;
  profile?.send({ type: 'profile.submitted' });
  await expect.poll(() => assign.mock.calls).toEqual([[appAddresses.newJob]]);
  expect(localStorage.getItem(KEY)).toBeNull();
  vi.unstubAllGlobals();
});
