import * as brand from '#contract/brand.ts';

/** Copy around the customers' logos. */
export const customersContent = {
  label: 'the customer logos',
  heading: `Hiring teams that shortlist with ${brand.name}`,
} as const;
