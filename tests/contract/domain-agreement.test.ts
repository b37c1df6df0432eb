import { expect, test } from 'vitest';
import { encodePunycode } from '#contract/ascii-domain.ts';
import { isEmail } from '#contract/email.ts';
import { DOMAIN_DIGEST, domainDigest } from '#tests/support/domain-digest.ts';

test('every version of Node gives the same answer for every character', () => {
  // If it fails for a new version only, that knows letters which the rule has to refuse.
  expect(domainDigest()).toBe(DOMAIN_DIGEST);
});

test.each([
  ['\ua7cb', 'a Latin capital of Unicode 16, the small letter of which is older'],
  ['\u0897', 'an Arabic mark of Unicode 16'],
  ['\u0c5c', 'a Telugu letter of Unicode 17'],
  ['\u{10d6f}', 'a letter of Garay, a script of Unicode 16'],
  ['\u{1d400}', 'a mathematical A, which stands for the ordinary one'],
  ['\u{323b0}', 'a Chinese character of Unicode 17'],
])('%j is refused, because not every engine knows it: %s', (letter) => {
  expect(isEmail(`a@क${letter}.example`)).toBe(false);
  expect(isEmail(`a@xn--${encodePunycode(`क${letter}`)}.example`)).toBe(false);
});
