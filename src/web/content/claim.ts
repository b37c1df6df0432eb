/**
 * A figure that the site states, and where it comes from. Those of `sample` have no source yet: the operator of
 * the site replaces the figure, and states its source: `{ figure, text, source: 'Survey of users, May 2026' }`.
 */
export interface Claim {
  /** The number as shown, with its unit. */
  figure: string;
  /** What the number counts; figure and text together read as a sentence. */
  text: string;
  source: string;
}

/* @__NO_SIDE_EFFECTS__ */
export const sample = (figure: string, text: string): Claim => ({ figure, text, source: 'sample' });

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
