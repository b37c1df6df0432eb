import { expect, test } from 'vitest';
import { decodePunycode, encodePunycode } from '#contract/ascii-domain.ts';

test.each([
  // RFC 3492, section 7.1, in lower case.
  ['ليهمابتكلموشعربي؟', 'egbpdaj6bu4bxfgehfvwxn'],
  ['他们为什么不说中文', 'ihqwcrb4cv8a8dqg056pqjye'],
  ['他們爲什麽不說中文', 'ihqwctvzc91f659drss3x8bo0yb'],
  ['pročprostěnemluvíčesky', 'proprostnemluvesky-uyb24dma41a'],
  ['למההםפשוטלאמדבריםעברית', '4dbcagdahymbxekheh6e0a7fei0b'],
  ['3年b組金八先生', '3b-ww4c5e180e575a65lsy2b'],
  ['そのスピードで', 'd9juau41awczczp'],
])('Punycode of %s is the one of the standard', (label, encoded) => {
  expect(encodePunycode(label)).toBe(encoded);
  expect(decodePunycode(encoded)).toBe(label);
});

test.each(['', '-', 'a-', 'mnchen-3y', '99999999', 'ü', 'A'])(
  'nothing is the label of %j',
  (encoded) => {
    expect(decodePunycode(encoded)).toBeUndefined();
  },
);
