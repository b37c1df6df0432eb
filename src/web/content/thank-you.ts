/** The pages after a demo request (spec §2). */
export const thankYouContent = {
  heading: 'Thank you',
  lead: 'We have your request. Our team will reach out shortly to find a time for your demo.',
  home: 'Go to the home page',
  start: 'Try free now',
  meanwhile: 'In the meantime: post your 1st job free.',
  campaign: {
    lead: 'Our team will reach out shortly. Here is what to look forward to.',
    blurbs: [
      {
        figure: '8x',
        title: 'Screen 8x more candidates',
        text: 'Everyone who applies gets heard.',
      },
      { figure: '87%', title: 'Hire 87% faster', text: 'Interviews run day and night.' },
      {
        figure: '70%',
        title: 'Interview 70% cheaper',
        text: 'Your team meets only the few who shine.',
      },
    ],
  },
} as const;
