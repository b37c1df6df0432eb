import type { Claim } from './claims.ts';

interface Counted {
  /** Where the count ends. */
  to: number;
  /** What stands right behind the number, such as `%`. */
  suffix: string;
  claim: Claim;
}

/** A claim whose number counts up; throws for a figure that doesn't begin with a number. */
export const counted = (claim: Claim): Counted => {
  const [, number = '', suffix = ''] = /^([\d,]+)(.*)$/.exec(claim.figure) ?? [];
  if (number === '') throw new Error(`Nothing can count up to: ${claim.figure}`);
  return { to: Number(number.replaceAll(',', '')), suffix, claim };
};
