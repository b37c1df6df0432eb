/** The front page until the visitor goes further. */
export const homeContent = {
  heading: 'Find the few who shine',
  lead: 'Candidates take a short AI video interview at a time they choose. You get a ranked shortlist, with the reasons.',
  start: 'Get started free',
  note: 'Post your 1st job free.',
} as const;
