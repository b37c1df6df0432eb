/** Copy around the customers' logos. */
export const customersContent = {
  label: 'the logos',
  heading: 'For teams that have more applicants than hours',
} as const;
