import { toAsciiDomain } from '#contract/ascii-domain.ts';

/** What every engine has to compute. */
export const DOMAIN_DIGEST = 0x9505b7e7;

const LENGTH_MAX = 254;
/** The first two planes of Unicode, with all scripts but the rarer Chinese characters. */
const SCRIPTS_END = 0x20000;
const CHINESE_END = 0x33480;
/** The rarer Chinese characters are alike: one in each column of the code charts is enough. */
const CHINESE_STEP = 0x10;

// FNV-1a: a few lines that every engine has.
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/**
 * A number for what the rule of domains answers for every character, alone and beside letters from left to
 * right and from right to left. Engines that disagree about one character have different numbers.
 */
export const domainDigest = (): number => {
  let digest = FNV_OFFSET;
  const add = (number: number): void => {
    digest = Math.imul(digest ^ number, FNV_PRIME);
  };
  for (let point = 0x21; point < CHINESE_END; point += point < SCRIPTS_END ? 1 : CHINESE_STEP) {
    const character = String.fromCodePoint(point);
    for (const label of [character, `${character}ü`, `א${character}`]) {
      const answer = toAsciiDomain(label, LENGTH_MAX) ?? '';
      for (let at = 0; at < answer.length; at += 1) add(answer.charCodeAt(at));
      add(point);
    }
  }
  return digest >>> 0;
};
