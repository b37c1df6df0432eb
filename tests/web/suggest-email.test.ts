import { expect, test } from 'vitest';
import { suggestEmail } from '#web/forms/email-field.tsx';

test.each([
  ['asha@acme.con', 'asha@acme.com'],
  ['asha@acme.co.on', undefined],
  ['Asha@Acme.Comm ', 'Asha@acme.com'],
  ['asha@mail.acme.ogr', 'asha@mail.acme.org'],
  ['asha@gmial.com', 'asha@gmail.com'],
  ['asha@gamil.com', 'asha@gmail.com'],
  ['asha@gmai.con', 'asha@gmail.com'],
  ['asha@gmaill.com', 'asha@gmail.com'],
  ['asha@outlok.com', 'asha@outlook.com'],
  ['asha@hotmial.com', 'asha@hotmail.com'],
  ['asha@yaho.com', 'asha@yahoo.com'],
  ['asha@gmail.co', 'asha@gmail.com'],
])('%s is meant as %s', (typed, meant) => {
  expect(suggestEmail(typed)).toBe(meant);
});

test.each([
  '',
  'asha',
  'asha@',
  'asha@acme',
  'asha@acme.',
  'asha@gmail.com',
  ...['acme.example', 'acme.co.in', 'acme.co', 'acme.cm', 'acme.om', 'acme.jobs', 'acme.org.in'],
  ...['email.com', 'ymail.com', 'mail.com', 'hcl.com', 'box.com', 'love.com', 'gmx.de', 'gmial.in'],
])('%s stays as it is', (typed) => {
  expect(suggestEmail(typed.includes('@') || typed === '' ? typed : `asha@${typed}`)).toBe(
    undefined,
  );
});
