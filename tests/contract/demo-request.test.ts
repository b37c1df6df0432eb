import { expect, test } from 'vitest';
import { sourceValue } from '#contract/attribution.ts';
import { type DemoFields, DIAL_CODES, joinPhone, validateDemo } from '#contract/demo-request.ts';

const fields: DemoFields = {
  name: 'Asha Rao',
  email: 'asha@acme.example',
  organization: 'Acme',
  dialCode: '+91',
  phone: '9876543210',
  message: '',
  website: '',
};

test('both forms take a whole request', () => {
  expect(validateDemo('page', fields)).toEqual({});
  expect(validateDemo('campaign', fields)).toEqual({});
  // Pasted with the spaces around it.
  expect(validateDemo('campaign', { ...fields, phone: ' 9876543210 ' })).toEqual({});
});

test('both forms want name, email, company and phone, white space not counted', () => {
  const empty = { ...fields, name: ' ', email: '', organization: '\t', phone: ' ' };
  const missing = { name: 'missing', email: 'missing', organization: 'missing' };
  expect(validateDemo('page', empty)).toEqual({ ...missing, phone: 'missing' });
  expect(validateDemo('campaign', empty)).toEqual({ ...missing, phone: 'invalid' });
});

test.each([
  ['asha@gmail.com', false, false],
  ['asha@icloud.com', false, true],
  ['asha@mygmail.example', true, false],
  ['hotmail.fan@acme.example', true, false],
  ['ASHA@YOPMAIL.example', true, false],
  ['asha@acme', false, false],
])('%s: the page takes it %s, the campaign %s', (email, page, campaign) => {
  const invalid = { email: 'invalid' };
  expect(validateDemo('page', { ...fields, email })).toEqual(page ? {} : invalid);
  expect(validateDemo('campaign', { ...fields, email })).toEqual(campaign ? {} : invalid);
});

test.each(['987654321', '98765432100', '98765 43210', '+919876543210', '९८७६५४३२१०', 'abcdefghij'])(
  'the campaign takes no %s for a number; the page checks no format',
  (phone) => {
    expect(validateDemo('campaign', { ...fields, phone })).toEqual({ phone: 'invalid' });
    expect(validateDemo('page', { ...fields, phone })).toEqual({});
  },
);

test('the page joins the dial code with the number, the campaign sends it bare', () => {
  expect(joinPhone('page', { ...fields, dialCode: '+49', phone: ' 30 1234 ' })).toBe('+4930 1234');
  expect(joinPhone('campaign', { ...fields, phone: ' 9876543210 ' })).toBe('9876543210');
  expect(joinPhone('page', { ...fields, phone: ' +91 98765 43210 ' })).toBe('+91 98765 43210');
});

test('there are the six dial codes of the specification, and +91 is the first choice', () => {
  expect(DIAL_CODES.map(({ code }) => code).sort()).toEqual(
    ['+1', '+44', '+61', '+91', '+81', '+49'].sort(),
  );
  expect(DIAL_CODES[0].code).toBe('+91');
});

test('a value of a campaign becomes one line that is not endless', () => {
  expect(sourceValue(' a\r\nb ', 200)).toBe('a  b');
  expect(sourceValue('😀'.repeat(150), 200)).toHaveLength(200);
  expect(sourceValue(`x${'😀'.repeat(150)}`, 200).isWellFormed()).toBe(true);
});

test('a value of a campaign has no characters that hide or reorder text, but those that scripts and emoji need', () => {
  for (const character of '\u00ad\u061c\u200b\u200e\u200f\u202a\u202e\u2060\u2066\u2069\u2800\u3164\ufeff')
    expect(sourceValue(`${character} new${character}s ${character}`, 200)).toBe('news');
  for (const value of ['क्\u200dष', 'می\u200cخواهم', '👩\u200d💻', '❤\ufe0f'])
    expect(sourceValue(value, 200)).toBe(value);
});
