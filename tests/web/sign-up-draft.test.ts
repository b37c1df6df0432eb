// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { emptyDraft, readDraft } from '#web/flows/sign-up-draft.ts';

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

test.each([
  '{',
  'null',
  '[]',
  '{"email":1}',
  JSON.stringify({ ...typed, step: 'other' }),
  JSON.stringify({ ...typed, step: null }),
  JSON.stringify({ ...typed, password: 'x' }),
  JSON.stringify({ ...typed, hasAcceptedTerms: 'true' }),
  JSON.stringify({ ...typed, ticketEndsAt: String(NOW + 1000) }),
  JSON.stringify({ ...typed, ticketEndsAt: 'soon' }).replace('"soon"', '1e999'),
  JSON.stringify({ ...typed, userId: null }),
  JSON.stringify({ ...typed, fields: [] }),
  JSON.stringify({ ...typed, fields: { ...typed.fields, salary: '1' } }),
  JSON.stringify({ ...typed, fields: { ...typed.fields, departments: ['Sales', 1] } }),
  JSON.stringify({ ...typed, fields: { ...typed.fields, locations: 'Pune' } }),
  JSON.stringify(typed).replace('{', '{"__proto__":{},'),
  JSON.stringify(typed).replace('{', '{"constructor":"x",'),
])('what is no draft of ours is deleted: %s', (stored) => {
  localStorage.setItem(KEY, stored);
  expect(readDraft(NOW)).toBeUndefined();
  expect(localStorage.getItem(KEY)).toBeNull();
});

test('storage that is forbidden reads as empty', () => {
  const forbidden = vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  expect(readDraft(NOW)).toBeUndefined();
  forbidden.mockRestore();
});
