import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LEAD_FIELDS } from '#contract/demo-request.ts';
import { toCsv } from '#server/cli/leads-command.ts';
import { randomSeed } from '#tests/support/random-seed.ts';

const PHONE = '+91 98765 43210';
const SIGNS = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
const UNSEEN = [
  ' ',
  '\u00a0',
  '\u200b',
  '\u2060',
  '\ufeff',
  '\u00ad',
  '\u202e',
  '\u0000',
  '\u3164',
];
const SEPARATORS = [',', ';', '\t', '\r', '\n', '\r\n', '"', '""'];

const lead = (text: string, phone = PHONE) => ({
  ...(Object.fromEntries(LEAD_FIELDS.map((field) => [field, text])) as Record<
    (typeof LEAD_FIELDS)[number],
    string
  >),
  phone,
  id: '00000000-0000-4000-8000-000000000000',
  created_at: new Date(0),
  plan: null,
  delivery: '',
  attribution: {
    first: { utm_source: text, landing: text, at: text },
    last: { gclid: text, referrer: text, landing: text, at: text },
  },
});

/** Parses CSV as RFC 4180 defines it. */
const cellsOf = (line: string): string[] =>
  [...line.matchAll(/"((?:[^"]|"")*)"(?:,|\r\n)/g)].map(([, cell = '']) =>
    cell.replaceAll('""', '"'),
  );

const nameOf = (text: string): string =>
  cellsOf(toCsv([lead(text)]).slice(COLUMN_LINE.length))[2] ?? '';

const COLUMN_LINE = toCsv([]);

/** The first visible character of a piece of a cell, for programs that drop invisible ones. */
const beginning = (piece: string): string =>
  [...piece].find((character) => !UNSEEN.includes(character)) ?? '';

const hostileText = fc
  .array(
    fc.oneof(
      fc.constantFrom(...SIGNS, ...UNSEEN, ...SEPARATORS, "'"),
      fc.string({ unit: 'grapheme', maxLength: 4 }),
    ),
  )
  .map((pieces) => pieces.join(''));

describe('a lead as CSV', () => {
  it('has no piece that starts like a formula, wherever a program splits cells', {
    tags: 'random',
  }, () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const csv = toCsv([lead(text)]).replaceAll(PHONE, '');
        const beginnings = csv.split(/[,;\t\r\n"]/).map(beginning);
        expect(beginnings.filter((sign) => SIGNS.includes(sign))).toEqual([]);
        expect(cellsOf(csv).filter((cell) => /^[\t\r]/.test(cell))).toEqual([]);
      }),
      { seed: randomSeed(), numRuns: 2000 },
    );
  });

  it('is unchanged except for apostrophes', { tags: 'random' }, () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(nameOf(text).replaceAll("'", '')).toBe(text.replaceAll("'", ''));
      }),
      { seed: randomSeed() },
    );
  });

  it.each([
    'We hire in Pune; 3-5 people, email hr@acme.example (C++, a=b) - soon.',
    'Two lines\r\n\r\nand a "quoted" word, then\n1. one\n2. two',
    "It's Asha & Co.",
    'आशा राव',
  ])('keeps ordinary text: %j', (text) => {
    expect(nameOf(text)).toBe(text);
  });

  it.each([
    ['=cmd|x', "'=cmd|x"],
    ['Acme,=1+1', "Acme,'=1+1"],
    ['Acme; @SUM(A1)', "Acme;' @SUM(A1)"],
    ['Acme"-1', 'Acme"\'-1'],
    ['one\n+1', "one\n'+1"],
    ['\u200b\ufeff＝1', "'\u200b\ufeff＝1"],
    ['\t=1', "'\t'=1"],
    ['+91 98765 43210', "'+91 98765 43210"],
  ])('keeps %j from being run as a formula', (text, harmless) => {
    expect(nameOf(text)).toBe(harmless);
  });

  it('keeps a bare international number in its column without an apostrophe', () => {
    const phoneOf = (phone: string) =>
      cellsOf(toCsv([lead('', phone)]).slice(COLUMN_LINE.length))[4];
    expect(phoneOf(PHONE)).toBe(PHONE);
    expect(phoneOf('+1-555')).toBe("'+1-555");
    expect(phoneOf('+91 1,=1+1')).toBe("'+91 1,'=1+1");
  });
});
