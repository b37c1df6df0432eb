import { domainToUnicode } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodePunycode } from '#contract/ascii-domain.ts';
import {
  canonicalEmail,
  FREE_MAIL_HOSTS,
  isCampaignEmail,
  isEmail,
  isWorkEmail,
} from '#contract/email.ts';
import { randomSeed } from '#tests/support/random-seed.ts';

/** From an ASCII letter to its full-width form. */
const WIDE = 0xfee0;
/** One recipient in ASCII, which no header and no command takes for anything else. */
const ADDRESS = /^[!#-'*+\-/-9=?^_a-z{|}~.]+@[a-z0-9.-]+$/;

/** Domains as people in many countries write them, and as nobody should. */
const writtenDomains = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'münchen',
        'acme',
        'ＡＣＭＥ',
        'пример',
        '例え',
        'straße',
        'xn--mnchen-3ya',
        'a-b',
      ),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 5 }),
    ),
    { minLength: 1, maxLength: 3 },
  )
  .chain((labels) =>
    fc.constantFrom('.', '。', '．', '｡').map((dot) => [...labels, 'example'].join(dot)),
  );

/** Labels in letters of several scripts. */
const mixedLabels = fc.string({
  unit: fc.constantFrom(...'aeéоαאש1٢४中'),
  minLength: 1,
  maxLength: 4,
});

/** An address of a number of characters, the parts of which are as long as they may be. */
const addressOf = (length: number): string => {
  const start = `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.`;
  return `${start}${'d'.repeat(length - start.length - '.com'.length)}.com`;
};

describe('an email address', () => {
  test.each([
    'asha@acme.example',
    'a.b+tag@sub.acme.co.in',
    "o'neil@acme.example",
    'x@xn--bcher-kva.example',
    'sales/india@acme.example',
    'a%b@acme.example',
    'a%2Fb@acme.example',
    'x@münchen.de',
    'x@mu\u0308nchen.de',
    'x@पेटीएम.भारत',
    'x@例え.テスト',
    'x@пример.рф',
    'x@אבג.example',
    'x@â.de',
    'x@وزارة-الأتصالات.مصر',
    'x@א1.example',
    'x@۱۲.example',
    `${'a'.repeat(64)}@acme.example`,
    addressOf(254),
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
    'ａ@x.com',
    'ü@x.com',
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
    'а@x.com',
    'a＠x.com',
    // Letters of two scripts that look alike.
    'a@exаmple.com',
    'a@οuter.com',
    'a@xµ.com',
    // What nobody sees, or what turns the line around.
    'a@x\u00ad.com',
    'a@x\u200b.com',
    'a@x\u200d.com',
    'a@x\u2060.com',
    'a@x\ufe0f.com',
    'a@x\u115f.com',
    'a@x.com\u200e',
    'a@\u202ex.com',
    'a\u200b@x.com',
    'a@x\u00a0.com',
    'a@x.com\u0085',
    // What a URL would take apart.
    'a@x.com/',
    'a@x.com:25',
    'a@x.com#x',
    'a@x.com?x',
    'a@v.com%2Fx.com',
    'a@x%2ecom',
    'a@％67mail.com',
    'a@１２７.０.０.１',
    'a@a⑴b.com',
    // Punycode of no letters, of other characters, or of letters that have another Punycode.
    'a@xn--a.com',
    'a@xn--gmail-.com',
    'a@xn--.com',
    'a@xn---.com',
    'a@xn--0.com',
    'a@xn--99999999.com',
    'a@xn--mnchen-3y.de',
    'a@xn--mnchen-psa.de',
    'a@xn--acme-tma.example',
    'a@xn--xn--mnchen-3ya-.de',
    'a@xn--mnchen-3ya.xn--a',
    // Punycode of letters that are refused: of two scripts, invisible, in two directions, a mark without one.
    'a@xn--exmple-4nf.com',
    'a@xn--pypal-4ve.com',
    'a@xn--uter-znd.com',
    'a@xn--x-qgn.com',
    'a@xn--ab-vld.com',
    'a@xn--8hb.com',
    'a@xn--lsa.com',
    'a@אa.com',
    'a@a1א.com',
    'a@1א.com',
    'a@א١1.com',
    'a@١٢.com',
    'a@münchen。',
    'a@münchen。。de',
    `a@${'ü'.repeat(60)}.com`,
    `a@${'ü.'.repeat(200)}com`,
    `${'a'.repeat(65)}@acme.example`,
    addressOf(255),
  ])('%j is none', (email) => {
    expect(isEmail(email)).toBe(false);
  });

  test('is trimmed and in lower case before it is compared', () => {
    expect(canonicalEmail('  A+Tag@X.COM ')).toBe('a+tag@x.com');
  });

  test.each([' ', '\u00a0', '\u202f', '\u2003', '\u3000', '\u1680', '\ufeff'])(
    'is cut out of %j around it, of any length',
    (space) => {
      const email = `${space.repeat(300)}asha@acme.example${space}`;
      expect([isEmail(email), canonicalEmail(email)]).toEqual([true, 'asha@acme.example']);
    },
  );

  test.each([
    ['x@münchen.de', 'x@xn--mnchen-3ya.de'],
    ['X@MÜNCHEN.DE', 'x@xn--mnchen-3ya.de'],
    ['x@mu\u0308nchen.de', 'x@xn--mnchen-3ya.de'],
    ['x@XN--mnchen-3YA.de', 'x@xn--mnchen-3ya.de'],
    ['x@straße.example', 'x@xn--strae-oqa.example'],
    ['x@STRAẞE.example', 'x@xn--strae-oqa.example'],
    ['x@ΣΊΣΥΦΟΣ.example', 'x@xn--kxa6akbbkh.example'],
    ['x@ᾳ.example', 'x@xn--mxaq.example'],
    ['x@ꭰꭱ.example', 'x@xn--58dc.example'],
    ['x@पेटीएम.भारत', 'x@xn--v1b5a6as2gub.xn--h2brj9c'],
    ['x@ａｃｍｅ.example', 'x@acme.example'],
    ['x@acme。example', 'x@acme.example'],
    ['x@acme．example', 'x@acme.example'],
    ['x@acme｡example', 'x@acme.example'],
    // Their ordinary letters: in a domain, DNS has no others.
    ['x@\u212Alm.example', 'x@klm.example'],
    ['x@ℊreat.example', 'x@great.example'],
  ])('of an international domain is one, however it is written: %s', (written, canonical) => {
    expect([isEmail(written), canonicalEmail(written)]).toEqual([true, canonical]);
  });

  test('whatever is taken fits on one line and names one recipient', { tags: 'random' }, () => {
    const halves = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'grapheme' }),
      fc.domain(),
      fc.webUrl(),
    );
    fc.assert(
      fc.property(halves, halves, (local, domain) => {
        const email = `${local}@${domain}`;
        return !isEmail(email) || ADDRESS.test(canonicalEmail(email));
      }),
      { seed: randomSeed(), numRuns: 2000 },
    );
  });

  test('has one canonical form, which is an address and its own', { tags: 'random' }, () => {
    fc.assert(
      fc.property(writtenDomains, (domain) => {
        const canonical = canonicalEmail(`asha@${domain}`);
        expect(canonicalEmail(canonical)).toBe(canonical);
        fc.pre(isEmail(`asha@${domain}`));
        expect(isEmail(canonical)).toBe(true);
        expect(canonical).toMatch(ADDRESS);
        // What a mail program would show for it is the same address.
        const [, ascii = ''] = canonical.split('@');
        // Node answers nothing for letters that are newer than its tables.
        const shown = domainToUnicode(ascii) || domain;
        for (const written of [domain.normalize('NFD'), shown])
          expect(canonicalEmail(`ASHA@${written}`)).toBe(canonical);
      }),
      { seed: randomSeed(), numRuns: 2000 },
    );
  });

  test('is refused in Punycode where it is refused in its letters', { tags: 'random' }, () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), mixedLabels), (written) => {
        const letters = written.normalize('NFKC').toLowerCase();
        fc.pre(/[^\0-\x7f]/.test(letters));
        const encoded = `a@xn--${encodePunycode(letters)}.example`;
        expect(!isEmail(encoded) || canonicalEmail(`a@${letters}.example`) === encoded).toBe(true);
      }),
      { seed: randomSeed(), numRuns: 2000 },
    );
  });

  test('never hides a character: nobody sees it, and so it is refused', { tags: 'random' }, () => {
    const hidden = fc.constantFrom(...'\u00ad\u034f\u061c\u180e\u200b\u200c\u200d\u200e\u200f');
    const turning = fc.constantFrom(...'\u202a\u202b\u202d\u202e\u2060\u2066\u2069\u3164\ufe0f');
    const control = fc.constantFrom(...'\0\b\t\n\r\u001b\u007f\u0085\u2028');
    fc.assert(
      fc.property(
        fc.oneof(hidden, turning, control),
        fc.constantFrom('asha@acme.example', 'asha@münchen.de', 'asha@пример.рф'),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (character, email, share) => {
          const at = Math.round(share * email.length);
          expect(isEmail(email.slice(0, at) + character + email.slice(at))).toBe(false);
        },
      ),
      { seed: randomSeed() },
    );
  });
});

describe('a work email address', () => {
  test.each(FREE_MAIL_HOSTS)('is not at %s, nor at a host below it', (host) => {
    expect(isWorkEmail(`asha@${host}`)).toBe(false);
    expect(isWorkEmail(`asha@Mail.${host.toUpperCase()}`)).toBe(false);
  });

  test.each(FREE_MAIL_HOSTS)('is not at %s in letters or dots that mean the same', (host) => {
    const wide = [...host].map((character) =>
      /[a-z]/.test(character) ? String.fromCharCode(character.charCodeAt(0) + WIDE) : character,
    );
    expect(isWorkEmail(`asha@${wide.join('')}`)).toBe(false);
    for (const dot of ['。', '．', '｡'])
      expect(isWorkEmail(`asha@${host.replace('.', dot)}`)).toBe(false);
    expect(isWorkEmail(`asha@mail。${host}`)).toBe(false);
    expect(isWorkEmail(`asha@${host.replace('o', 'ℴ').replace('i', 'ⁱ')}`)).toBe(false);
    expect(isCampaignEmail(`asha@${wide.join('')}`)).toBe(
      !/gmail|yahoo|outlook|hotmail|yopmail/.test(host),
    );
  });

  test('may be at a host whose name only ends like a free one', () => {
    expect(isWorkEmail('asha@notgmail.com')).toBe(true);
    expect(isWorkEmail('asha@gmail.com.acme.example')).toBe(true);
  });
});
