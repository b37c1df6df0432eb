import type { Claim } from '../claims/claim.ts';

interface Counted {
  /** Final value of the count. */
  to: number;
  /** Follows the number without a space, such as `%`. */
  suffix: string;
  claim: Claim;
}

/** A claim whose number counts up. Throws if its figure does not begin with a number. */
export const counted = (claim: Claim): Counted => {
  const [, number = '', suffix = ''] = /^([\d,]+)(.*)$/.exec(claim.figure) ?? [];
  if (number === '') throw new Error(`Nothing can count up to: ${claim.figure}`);
  return { to: Number(number.replaceAll(',', '')), suffix, claim };
};
