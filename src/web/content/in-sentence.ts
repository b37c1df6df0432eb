import type { Claim } from './claims.ts';

/** A claim's figure as it reads within a sentence, with a small letter at its beginning. */
export const inSentence = ({ figure }: Claim): string =>
  `${figure.charAt(0).toLowerCase()}${figure.slice(1)}`;
