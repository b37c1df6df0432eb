import * as claims from './claims.ts';

/** In lower case, as the thank-you page of the campaign spells it. */
const moreScreened = claims.moreScreened.figure.toLowerCase();

/** Copy of the pages after a demo request. */
export const thankYouContent = {
  heading: 'Thank you',
  lead: 'We have your request.\nOur team will reach out shortly to find a time for your demo.',
  nextHeading: 'What happens next',
  /** The first is done, the second is next. */
  next: ['Requested', 'We write', 'We meet'],
  home: 'Go to the home page',
  start: 'Try free now',
  meanwhile: 'In the meantime: post your 1st job free.',
  campaign: {
    lead: 'Our team will reach out shortly.\nHere is what to look forward to.',
    blurbs: [
      {
        title: `Screen ${moreScreened} more candidates`,
        text: 'They interview when it suits them, several at once.',
      },
      {
        title: `Hire ${claims.fasterHiring.figure} faster`,
        text: 'Interviews run day and night.',
      },
      {
        title: `Interview ${claims.hiringCost.figure} cheaper`,
        text: 'Your team meets only the few who shine.',
      },
    ],
  },
} as const;
