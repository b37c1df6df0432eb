import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalEmail, FREE_MAIL_HOSTS, isEmail, isWorkEmail } from '#contract/email.ts';

describe('an email address', () => {
  test.each([
    'asha@acme.example',
    'a.b+tag@sub.acme.co.in',
    "o'neil@acme.example",
    'x@xn--bcher-kva.example',
    `${'a'.repeat(64)}@acme.example`,
  ])('%s is one', (email) => {
    expect(isEmail(email)).toBe(true);
  });

  test.each([
    '',
    'acme.example',
    'a@b',
    'a@@acme.example',
    'a@x.com,v@e.com',
    'a@x.com;v@e.com',
    'a@x.com v@e.com',
    'a@x.com\r\nBcc: v@e.com',
    'a@x.com\r\n',
    '\na@x.com',
    'a\u212A@x.com',
    'a@x\u212A.com',
    'Asha <a@x.com>',
    '<a@x.com>',
    '"a b"@x.com',
    'a(comment)@x.com',
    'a..b@x.com',
    '.a@x.com',
    'a.@x.com',
    'a@x.com.',
    'a@.x.com',
    'a@-x.com',
    'a@127.0.0.1',
    'a@127.1',
    'a@[::1]',
    'a@x.com\u0000',
    'a%2Fb@x.com',
    'a/b@x.com',
    'а@x.com',
    'a@exаmple.com',
    'a@ｘ.com',
    `${'a'.repeat(65)}@acme.example`,
    `a@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.${'e'.repeat(63)}.com`,
  ])('%j is none', (email) => {
    expect(isEmail(email)).toBe(false);
  });

  test('is trimmed and in lower case before it is compared', () => {
    expect(canonicalEmail('  A+Tag@X.COM ')).toBe('a+tag@x.com');
  });

  test('whatever is taken fits on one line and names one recipient', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (local, domain) => {
        const email = `${local}@${domain}`;
        return !isEmail(email) || /^[^\s,;<>"()[\]\\:]+$/.test(canonicalEmail(email));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a work email address', () => {
  test.each(FREE_MAIL_HOSTS)('is not at %s, nor at a host below it', (host) => {
    expect(isWorkEmail(`asha@${host}`)).toBe(false);
    expect(isWorkEmail(`asha@Mail.${host.toUpperCase()}`)).toBe(false);
  });

  test('may be at a host whose name only ends like a free one', () => {
    expect(isWorkEmail('asha@notgmail.com')).toBe(true);
    expect(isWorkEmail('asha@gmail.com.acme.example')).toBe(true);
  });
});
