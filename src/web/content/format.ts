import type { Claim } from './claim.ts';

/** A claim's figure with a lower-case first letter, for use within a sentence. */
export const inSentence = ({ figure }: Claim): string =>
  `${figure.charAt(0).toLowerCase()}${figure.slice(1)}`;

interface CountUp {
  /** Final value of the count. */
  to: number;
  /** Follows the number without a space, such as `%`. */
  suffix: string;
  claim: Claim;
}

/** What counts up to the number of a claim. Throws if its figure does not begin with a number. */
export const countUpOf = (claim: Claim): CountUp => {
  const [, number = '', suffix = ''] = /^([\d,]+)(.*)$/.exec(claim.figure) ?? [];
  if (number === '') throw new Error(`Nothing can count up to: ${claim.figure}`);
  return { to: Number(number.replaceAll(',', '')), suffix, claim };
};
