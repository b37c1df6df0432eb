/** Copy around the customers' logos. */
export const customersContent = {
  label: 'the customer logos',
  heading: 'For teams that have more applicants than hours',
} as const;
