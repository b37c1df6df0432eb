import { describe, expect, test } from 'vitest';
import { isAboutText, isDisplayName, isName } from '#contract/account.ts';
import { fillPath } from '#contract/calls/call.ts';
import { paths } from '#contract/calls/paths.ts';
import { CODE_LIFETIME_MS, isCode, RESEND_PAUSE_MS } from '#contract/code.ts';
import { isWebsite, withScheme } from '#contract/company.ts';
import { HOUR_MS, MINUTE_MS, MS_PER_S } from '#contract/durations.ts';
import { isWorkEmail } from '#contract/email.ts';
import { validatePassword } from '#contract/password.ts';
import { RECENT_LOGIN_MS, TICKET_LIFETIME_MS } from '#contract/session.ts';
import { isPlainText, isSingleLine } from '#contract/text.ts';
import { destinationOf } from '#machines/rules/session.ts';
import {
  EMPTY_FIELDS,
  isAccountComplete,
  isCompanyStepFilled,
  joinLocations,
  missingCompanyParts,
  missingPersonParts,
  validateCompany,
  validateLogo,
  validatePersonStep,
  validateProfile,
} from '#machines/rules/sign-up.ts';
import { fields as company } from '#paths/options/wizard-steps.ts';
import { CITIES, LOCATIONS } from '#web/content/locations.ts';
import { personErrors } from '#web/content/sign-up.ts';
import { digitsOf } from '#web/ui/fields/code-boxes.tsx';

const email = 'asha@acme.example';

test('the times are those that are promised', () => {
  expect([RESEND_PAUSE_MS / MS_PER_S, CODE_LIFETIME_MS / MINUTE_MS]).toEqual([30, 10]);
  expect([RECENT_LOGIN_MS / MINUTE_MS, TICKET_LIFETIME_MS / HOUR_MS]).toEqual([10, 2]);
});

test('ten hosts of free mail are no companies', () => {
  const names = 'gmail yahoo outlook hotmail live aol icloud protonmail rediffmail yopmail';
  const hosts = names.split(' ').map((name) => `${name}.com`);
  expect(hosts.filter((host) => isWorkEmail(`asha@${host}`))).toEqual([]);
});

test('the profile of a company may fill its fields to the last character', () => {
  expect([200, 201].map((length) => isDisplayName('a'.repeat(length)))).toEqual([true, false]);
  expect([5000, 5001].map((length) => isAboutText('a'.repeat(length)))).toEqual([true, false]);
  expect(validateProfile({ ...EMPTY_FIELDS, about: 'a'.repeat(5000) })).toBeUndefined();
});

describe('a code', () => {
  test.each(['000000', '012345', '999999'])('%s is one', (code) => {
    expect(isCode(code)).toBe(true);
  });
  test.each(['', '12345', '1234567', '12345a', '１２３４５６', ' 12345'])('%j is none', (code) => {
    expect(isCode(code)).toBe(false);
  });
  test('keeps its digits however it was pasted', () => {
    expect(['012 345', '012-345', ' 012345\n', '0123456789'].map(digitsOf)).toEqual([
      '012345',
      '012345',
      '012345',
      '012345',
    ]);
  });
  test('keeps its digits when an input method made them full-width', () => {
    expect(['０１２３４５', ' ０１２　３４５', '5'].map(digitsOf)).toEqual([
      '012345',
      '012345',
      '5',
    ]);
  });
});

describe('a website', () => {
  test('gets https before it where it has no scheme', () => {
    expect(
      ['acme.example', 'HTTP://acme.example', 'https://acme.example', '  '].map(withScheme),
    ).toEqual(['https://acme.example', 'HTTP://acme.example', 'https://acme.example', '']);
  });
  test.each(['acme.example', 'https://acme.example/jobs?a=b', 'http://sub.acme.co.in'])(
    '%s is one',
    (text) => {
      expect(isWebsite(text)).toBe(true);
    },
  );
  test.each([
    '',
    'acme',
    'not a website',
    'acme .com',
    '.com',
    'a..b',
    '//x.com',
    'https://-a.com',
    'javascript:alert(1)',
    'ftp://acme.example',
    'https://u:p@acme.example',
    'a.example\r\nX: y',
  ])('%j is none', (text) => {
    expect(isWebsite(text)).toBe(false);
  });
});

describe('a company', () => {
  test.each([{ name: '  ' }, { website: '' }, { departments: [] }, { locations: [] }])(
    'is not filled in with %j',
    (missing) => {
      const state = { fields: { ...company, ...missing }, logoAddress: '/l.png' };
      expect(isCompanyStepFilled(state)).toBe(false);
      expect(missingCompanyParts(state)).toEqual(Object.keys(missing));
    },
  );
  test('needs a logo beside its fields', () => {
    expect(missingCompanyParts({ fields: company })).toEqual(['logo']);
  });
  test('and its admin need an account and a password', () => {
    const account = { companyId: 'c', logoAddress: '/l.png', userId: 'u' };
    expect(missingPersonParts({ password: '' })).toEqual(['account', 'password']);
    expect(missingPersonParts({ ...account, password: '' })).toEqual(['password']);
    expect(missingPersonParts({ ...account, password: ' ' })).toEqual([]);
  });
  test('is filled in with all of it', () => {
    expect(isCompanyStepFilled({ fields: company, logoAddress: '/l.png' })).toBe(true);
    expect(validateCompany(company)).toBeUndefined();
  });
  test('is told which field the server would refuse', () => {
    expect(validateCompany({ ...company, name: 'a\nb' })).toBe('nameInvalid');
    expect(validateCompany({ ...company, name: 'a'.repeat(201) })).toBe('nameInvalid');
    expect(validateCompany({ ...company, website: 'acme' })).toBe('websiteInvalid');
  });
  test('sends its cities as one text', () => {
    expect(joinLocations(['Delhi', 'Pune'])).toBe('Delhi, Pune');
  });
  test('can choose among about 55 cities, and some regions, none of them twice', () => {
    expect(CITIES.length).toBeGreaterThanOrEqual(55);
    expect(new Set(LOCATIONS).size).toBe(LOCATIONS.length);
    expect(LOCATIONS.slice(0, 8)).toEqual([
      'Delhi',
      'Mumbai',
      'Kolkata',
      'Chennai',
      'Bangalore',
      'Hyderabad',
      'Pune',
      'Gurugram',
    ]);
  });
});

describe('a user who has logged in', () => {
  test.each([
    ['sent', false, 'resetPassword'],
    ['sent', true, 'resetPassword'],
    ['accepted', false, 'appHome'],
    ['accepted', true, 'atsHome'],
  ] as const)('with the status %s, ATS %s, comes to %s', (status, isAtsEnabled, destination) => {
    expect(destinationOf({ status, isAtsEnabled })).toBe(destination);
  });
});

describe('a person', () => {
  const person = { name: 'Asha', email, password: 'quiet lantern' };
  const validate = ({ name, ...rest }: typeof person) =>
    validatePersonStep({ fields: { ...EMPTY_FIELDS, personName: name }, ...rest });
  test.each([
    [{ name: '' }, 'Please enter your name first.'],
    [{ email: '' }, 'Email cannot be empty.'],
    [{ email: 'asha' }, 'Please enter a valid email.'],
    [{ password: '' }, 'Please enter a password.'],
    [{ password: 'short' }, 'Please use at least 8 characters.'],
    [{ password: 'Asha@ACME.example' }, 'Please choose a password that is not your email address.'],
  ])('with %j is told: %s', (change, words) => {
    const fault = validate({ ...person, ...change });
    expect(fault && personErrors[fault]).toBe(words);
  });
  test('with everything is not told anything', () => {
    expect(validate(person)).toBeUndefined();
    // Any characters make a password.
    expect(validate({ ...person, password: ' '.repeat(8) })).toBeUndefined();
  });
});

test('a password is counted in characters, not in code units', () => {
  expect(validatePassword('🌟'.repeat(7), email)).toBe('tooShort');
  expect(validatePassword('🌟'.repeat(8), email)).toBeUndefined();
  expect(validatePassword(' 234567 ', email)).toBeUndefined();
  expect(validatePassword('🌟'.repeat(128), email)).toBeUndefined();
  expect(validatePassword('🌟'.repeat(129), email)).toBe('tooLong');
});

test('a name has at most 200 characters in one line', () => {
  expect(isName('a'.repeat(200))).toBe(true);
  for (const name of ['a'.repeat(201), ' ', 'Asha\nRao']) expect(isName(name)).toBe(false);
});

test('a logo is refused in the words of how it came', () => {
  const file = (type: string, size = 10) =>
    Object.defineProperty(new File([], 'f', { type }), 'size', { value: size });
  expect(validateLogo({ file: file('image/png'), isDropped: true })).toBeUndefined();
  expect(validateLogo({ file: file('image/jpeg'), isDropped: false })).toBeUndefined();
  expect(validateLogo({ file: file('image/svg+xml'), isDropped: true })).toBe('wrongDrop');
  expect(validateLogo({ file: file('image/gif'), isDropped: false })).toBe('wrongSelection');
  // The server could not decode it: the visitor has to choose another one.
  const unreadable = { file: file('image/png'), isDropped: false, isUnreadable: true };
  expect(validateLogo(unreadable)).toBe('unreadable');
  const sizeMax = 2 * 1024 * 1024;
  expect(validateLogo({ file: file('image/png', sizeMax), isDropped: true })).toBeUndefined();
  expect(validateLogo({ file: file('image/png', sizeMax + 1), isDropped: false })).toBe('tooLarge');
});

test('an account is complete with company, logo and user', () => {
  const account = { companyId: 'c', logoAddress: 'l', userId: 'u' };
  expect(isAccountComplete(account)).toBe(true);
  for (const key of Object.keys(account))
    expect(isAccountComplete({ ...account, [key]: undefined })).toBe(false);
});

test('text of one line has no line ends, text of many no other controls', () => {
  expect(isSingleLine('Asha Rao')).toBe(true);
  for (const text of ['a\nb', 'a\r', 'a\u0000', 'a\u2028b', '\ud800'])
    expect(isSingleLine(text)).toBe(false);
  expect(isPlainText('one\r\n\ttwo')).toBe(true);
  for (const text of ['a\u0000', 'a\u001b[1m', '\ud800']) expect(isPlainText(text)).toBe(false);
});

test('an address of the API is filled in and encoded', () => {
  expect(fillPath(paths.verifySignUpCode, { email: 'a+b@x.com', code: '012345' })).toBe(
    '/v1/email/verify/a%2Bb%40x.com/012345',
  );
  // So that it stays one part, and is what it was when it has been decoded once.
  expect(fillPath(paths.sendSignUpCode, { email: 'a/b%2F@x.com' })).toBe(
    '/v1/email/genOtpv2/a%2Fb%252F%40x.com',
  );
});
