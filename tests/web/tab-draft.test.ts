// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { codeDraft } from '#web/code-draft.ts';
import { readDemoDraft } from '#web/demo-draft.ts';

const NOW = 1_800_000_000_000;

beforeEach(() => sessionStorage.clear());

test.each([
  '{',
  'null',
  '[]',
  '1',
  '{"email":1}',
  '{"email":{}}',
  '{"email":"a@b.c","resendAt":1e999}',
])('what is no draft of a login is not read: %s', (stored) => {
  sessionStorage.setItem('sitara.login', stored);
  expect(codeDraft('sitara.login', null).read(NOW)).toEqual({ email: '' });
});

test('a draft that was kept for another arrival gives way to it', () => {
  sessionStorage.setItem('sitara.login', JSON.stringify({ email: 'a@b.c', carried: '' }));
  expect(codeDraft('sitara.login', null).read(NOW)).toEqual({ email: 'a@b.c' });
  expect(codeDraft('sitara.login', { email: 'd@e.f' }).read(NOW)).toEqual({ email: 'd@e.f' });
});

test('of a demo request only what a person types is read, and only a country that there is', () => {
  const stored = {
    carried: '',
    name: 'Asha',
    phone: 7,
    dialCode: '+999',
    website: 'x',
    other: 'y',
  };
  sessionStorage.setItem('sitara.demo', JSON.stringify(stored));
  expect(readDemoDraft('page', '')).toEqual({ name: 'Asha' });
});
