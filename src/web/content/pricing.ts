import * as brand from '#contract/brand.ts';
import * as claims from './claims.ts';

/** Copy of the pricing page around the table. */
export const pricingContent = {
  heading: 'Start free. Pay when you hire more.',
  lead: 'Post your 1st job free. Choose a paid plan when you need more jobs, interviews or users.',
  plansHeading: 'Plans',
  included: {
    heading: 'Every plan includes',
    lead: 'Plans differ in limits and support, not in what the product does.',
    items: [
      {
        title: 'Live AI video interviews',
        text: `${claims.interviewLength.figure} each, at a time the candidate chooses, 24/7.`,
      },
      {
        title: 'A ranked dashboard',
        text: 'Candidates in order of resume strength and interview score.',
      },
      {
        title: 'Star powers',
        text: 'Innovation, adaptability and collaboration, with the reasons behind each score.',
      },
      {
        title: 'WhatsApp and email',
        text: 'Invitations, reminders and follow-ups go out automatically.',
      },
      {
        title: 'Integrity checks',
        text: 'Signs of outside AI or internet help are marked for you to judge.',
      },
      {
        title: 'Your ATS',
        text: 'Scores and reports arrive in the applicant tracking system you already use.',
      },
    ],
  },
  faq: {
    heading: 'Questions about plans',
    items: [
      {
        question: 'What does it cost to begin?',
        answer:
          'Nothing. Every sign-up starts as a free trial with the limits of Quick Start: 1 job post, 10 interviews a month, 1 user. You need a work email, but no card.',
      },
      {
        question: 'What does “Start Free Plan” start?',
        answer:
          'The same free trial, whichever plan you came from. It has no end date and never becomes a paid plan by itself. Starter or Pro begins when you ask us for it and we receive your first payment.',
      },
      {
        question: 'How is a plan billed?',
        answer:
          'Monthly in advance, in rupees, by invoice. Nothing is charged during the free trial.',
      },
      {
        question: 'What are the free interviews in Starter and Pro?',
        answer:
          'They come on top of the monthly ones: 10 with Starter, 50 with Pro. They are part of the paid plan, not of the free trial, and are used before the monthly interviews count.',
      },
      {
        question: 'How long do you keep the videos?',
        answer:
          '30 days with Quick Start and in the free trial, 90 with Starter, 180 with Pro. With Enterprise we agree on a time that fits your policy.',
      },
      {
        question: 'Can I change my plan later?',
        answer: `Yes. Write to ${brand.supportEmail}. Your jobs, candidates and scores stay where they are.`,
      },
      {
        question: 'We hire hundreds of people. What then?',
        answer: `That is what Enterprise is for: unlimited job posts and users, and a dedicated manager. A demo takes ${claims.demoLength.figure} and shows whether it fits.`,
      },
    ],
  },
  closing: {
    heading: 'Not sure which plan fits?',
    lead: `Tell us how you hire. In ${claims.demoLength.figure} you will know.`,
    demo: 'Get a demo',
  },
} as const;
