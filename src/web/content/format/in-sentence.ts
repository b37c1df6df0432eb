import type { Claim } from '../claims/claim.ts';

/** A claim's figure with a lower-case first letter, for use within a sentence. */
export const inSentence = ({ figure }: Claim): string =>
  `${figure.charAt(0).toLowerCase()}${figure.slice(1)}`;
