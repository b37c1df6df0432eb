import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  CAMPAIGN_EMAIL,
  EMAIL,
  FILLED_LINE,
  PASSKEY_NAME,
  PLAIN_TEXT,
  SINGLE_LINE,
  WEBSITE,
  WORK_EMAIL,
} from '#contract/calls/fields.ts';
import { isWebsite, WEBSITE_LENGTH_MAX } from '#contract/company.ts';
import { EMAIL_LENGTH_MAX, isCampaignEmail, isEmail, isWorkEmail } from '#contract/email.ts';
import { isPasskeyName, PASSKEY_NAME_LENGTH_MAX } from '#contract/passkey.ts';
import { isFilled, isPlainText, isSingleLine } from '#contract/text.ts';
import { randomSeed } from '#tests/support/random-seed.ts';

const RUNS = 3000;

const CONTROLS = ['\u0000', '\u0009', '\u000a', '\u000d', '\u001f', '\u007f', '\u0085', '\u009f'];
const SPACES = [' ', '\u00a0', '\u2003', '\u2028', '\u2029', '\u3000', '\ufeff'];
const characters = fc.oneof(
  fc.constantFrom(...CONTROLS, ...SPACES),
  fc.constantFrom('a', 'Z', '0', '-', '.', '@', '/', ':', '?', '#', '+', '_'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
);
const texts = fc.array(characters, { maxLength: 8 }).map((parts) => parts.join(''));

/** A valid text with one change: a character inserted, removed or replaced. */
const changed = (...samples: string[]) =>
  fc
    .record({
      sample: fc.constantFrom(...samples),
      at: fc.nat(80),
      removed: fc.nat(2),
      text: texts,
    })
    .map(({ sample, at, removed, text }) => {
      const start = at % (sample.length + 1);
      return sample.slice(0, start) + text.slice(0, 2) + sample.slice(start + removed);
    });

const addresses = changed(
  'asha@acme.example',
  'a.b+c@mail.acme-x.co.in',
  'Asha@GMAIL.com',
  'asha@mail.yahoo.com',
  'outlook@acme.example',
  `${'a'.repeat(64)}@${'b'.repeat(63)}.example`,
  'a@xn--bcher-kva.example',
  'a@b.c',
);
const websites = changed(
  'acme.example',
  'https://www.acme.example:8080/a?b#c',
  'HTTP://acme.xn--p1ai',
  `acme.example/${'x'.repeat(WEBSITE_LENGTH_MAX - 22)}`,
  `https://acme.example/${'x'.repeat(WEBSITE_LENGTH_MAX - 22)}`,
);

const names = fc
  .array(
    fc.oneof(
      fc.constantFrom('\u00ad', '\u115f', '\u180e', '\u200b', '\u202e', '\u2066', '\u2800'),
      fc.constantFrom(
        '\u200c',
        '\u200d',
        '\ufe0f',
        ' ',
        '\u00a0',
        '\u{1f511}',
        'न',
        'x'.repeat(63),
      ),
    ),
    { maxLength: 3 },
  )
  .map((parts) => parts.join(''));

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);
// Trimmed by the rule; a client has no reason to send spaces.
const isPlain = (text: string): boolean => isAscii(text) && text === text.trim();
const isPunycode = (text: string): boolean => /xn--/i.test(text);

interface Case {
  rule: (text: string) => boolean;
  pattern: string;
  values: fc.Arbitrary<string>;
  /** `maxLength`, beside the pattern. */
  lengthMax?: number;
  /** Texts for which the pattern may be stricter than the rule. */
  isStricter?: (text: string) => boolean;
}

const isOtherAddress = (text: string): boolean => !isPlain(text) || isPunycode(text);

const cases: Record<string, Case> = {
  SINGLE_LINE: { rule: isSingleLine, pattern: SINGLE_LINE, values: texts },
  FILLED_LINE: {
    rule: (text) => isSingleLine(text) && isFilled(text),
    pattern: FILLED_LINE,
    values: texts,
  },
  PASSKEY_NAME: {
    rule: isPasskeyName,
    pattern: PASSKEY_NAME,
    lengthMax: PASSKEY_NAME_LENGTH_MAX,
    values: fc.oneof(texts, names),
  },
  PLAIN_TEXT: { rule: isPlainText, pattern: PLAIN_TEXT, values: texts },
  EMAIL: {
    rule: isEmail,
    pattern: EMAIL,
    lengthMax: EMAIL_LENGTH_MAX,
    values: addresses,
    isStricter: isOtherAddress,
  },
  WORK_EMAIL: {
    rule: isWorkEmail,
    pattern: WORK_EMAIL,
    lengthMax: EMAIL_LENGTH_MAX,
    values: addresses,
    isStricter: isOtherAddress,
  },
  CAMPAIGN_EMAIL: {
    rule: isCampaignEmail,
    pattern: CAMPAIGN_EMAIL,
    lengthMax: EMAIL_LENGTH_MAX,
    values: addresses,
    isStricter: isOtherAddress,
  },
  WEBSITE: {
    rule: isWebsite,
    pattern: WEBSITE,
    lengthMax: WEBSITE_LENGTH_MAX,
    values: websites,
    isStricter: (text) => !isPlain(text),
  },
};

it.each(Object.entries(cases))(
  'the pattern %s agrees with its rule',
  { tags: 'random' },
  (
    _name,
    { rule, pattern, values, isStricter = () => false, lengthMax = Number.POSITIVE_INFINITY },
  ) => {
    const regex = new RegExp(pattern, 'u');
    const seen = { accepted: 0, rejected: 0 };
    fc.assert(
      fc.property(values, (text) => {
        const isAccepted = rule(text);
        seen[isAccepted ? 'accepted' : 'rejected'] += 1;
        if (isAccepted && isStricter(text)) return;
        const isDescribed = text.length <= lengthMax && regex.test(text);
        expect(isDescribed, JSON.stringify(text)).toBe(isAccepted);
      }),
      { numRuns: RUNS, seed: randomSeed() },
    );
    expect(Math.min(seen.accepted, seen.rejected)).toBeGreaterThan(50);
  },
);

it('the patterns are read by engines without flags', () => {
  for (const { pattern } of Object.values(cases)) expect(() => new RegExp(pattern)).not.toThrow();
});
