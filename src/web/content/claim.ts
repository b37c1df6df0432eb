/**
 * A figure that the site states. All claims are sample content: the operator of the site replaces the
 * figure, or replaces `sample` by its source.
 */
export interface Claim {
  /** The number as shown, with its unit. */
  figure: string;
  /** What the number counts; figure and text together read as a sentence. */
  text: string;
  source: 'sample';
}

/* @__NO_SIDE_EFFECTS__ */
export const sample = (figure: string, text: string): Claim => ({ figure, text, source: 'sample' });
