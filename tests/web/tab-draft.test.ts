// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { createActor } from 'xstate';
import { CODE_LIFETIME_MS } from '#contract/code.ts';
import * as storageKeys from '#contract/storage-keys.ts';
import { demoRequest, demoRequestOptions, openDemoDraft } from '#web/flows/demo-request.ts';
import { createCodeDraft } from '#web/flows/login-otp.ts';

const NOW = 1_800_000_000_000;
const KEY = storageKeys.loginDraft;

beforeEach(() => sessionStorage.clear());

test.each([
  '{',
  'null',
  '[]',
  '1',
  '{"email":1}',
  '{"email":{}}',
  '{"email":"a@b.c","resendAt":1e999}',
])('an invalid draft of a login is ignored: %s', (stored) => {
  sessionStorage.setItem(KEY, stored);
  expect(createCodeDraft(KEY).open('', NOW)).toEqual({ email: '' });
});

test('a draft gives way to the address of a newer link', () => {
  sessionStorage.setItem(KEY, JSON.stringify({ email: 'a@b.c', carried: '' }));
  expect(createCodeDraft(KEY).open('', NOW)).toEqual({ email: 'a@b.c' });
  expect(createCodeDraft(KEY).open('d@e.f', NOW)).toEqual({ email: 'd@e.f' });
});

test('a reload keeps the address and a valid code, and nothing once both are back at their start', () => {
  const draft = createCodeDraft(KEY);
  draft.open('', NOW);
  draft.save({ email: 'a@b.c' });
  draft.save({ resendAt: NOW });
  expect(createCodeDraft(KEY).open('', NOW)).toEqual({ email: 'a@b.c', resendAt: NOW });
  expect(createCodeDraft(KEY).open('', NOW + CODE_LIFETIME_MS)).toEqual({ email: 'a@b.c' });
  draft.save({ email: '', resendAt: undefined });
  expect(sessionStorage.getItem(KEY)).toBeNull();
});

test('a code stays known to a page that is opened with the address that was typed for it', () => {
  const draft = { email: 'a@b.c', carried: '', resendAt: NOW };
  sessionStorage.setItem(KEY, JSON.stringify(draft));
  expect(createCodeDraft(KEY).open('a@b.c', NOW)).toEqual({ email: 'a@b.c', resendAt: NOW });
});

test('a code that was sent to the address of a link stays known after a reload', () => {
  const draft = createCodeDraft(KEY);
  draft.open('a@b.c', NOW);
  draft.save({ resendAt: NOW });
  expect(createCodeDraft(KEY).open('a@b.c', NOW)).toEqual({ email: 'a@b.c', resendAt: NOW });
});

test('a draft of a demo request holds typed fields and known country codes only', () => {
  const fields = { name: 'Asha', phone: 7, dialCode: '+999', website: 'x', other: 'y' };
  sessionStorage.setItem(storageKeys.demoDraft, JSON.stringify({ carried: '', fields }));
  expect(openDemoDraft('page', '')).toEqual({ name: 'Asha' });
});

test('a draft of a demo request gives way to the address of another link', () => {
  const draft = { carried: 'a@b.c', fields: { name: 'Asha' } };
  sessionStorage.setItem(storageKeys.demoDraft, JSON.stringify(draft));
  expect(openDemoDraft('page', 'a@b.c')).toEqual({ name: 'Asha' });
  expect(openDemoDraft('page', 'd@e.f')).toEqual({});
});

test('what is typed after a link with an address is found again at that address', () => {
  const actor = createActor(demoRequest, demoRequestOptions('page', { email: 'a@b.c' })).start();
  actor.send({ type: 'field.changed', field: 'name', value: 'Asha' });
  expect(openDemoDraft('page', 'a@b.c')).toMatchObject({ name: 'Asha', email: 'a@b.c' });
});

test('the demo page and the campaign keep a draft each', () => {
  const draft = { carried: '', fields: { name: 'Asha' } };
  sessionStorage.setItem(storageKeys.campaignDemoDraft, JSON.stringify(draft));
  expect(openDemoDraft('campaign', '')).toEqual({ name: 'Asha' });
  expect(openDemoDraft('page', '')).toEqual({});
});

test('what a robot enters is kept out of the draft', () => {
  const actor = createActor(demoRequest, demoRequestOptions('page', null)).start();
  actor.send({ type: 'field.changed', field: 'name', value: 'Asha' });
  actor.send({ type: 'field.changed', field: 'website', value: 'https://robot.example' });
  const stored = JSON.parse(sessionStorage.getItem(storageKeys.demoDraft) ?? '{}');
  expect(stored.fields).toMatchObject({ name: 'Asha' });
  expect(stored.fields).not.toHaveProperty('website');
});
