import * as brand from '#contract/brand.ts';
import * as claims from './claims.ts';
import { interviews, paidPlanBegins, pro, quickStart, starter } from './plans.ts';

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
        text: 'Invitations, reminders and follow-ups go out by themselves. WhatsApp goes to candidates who agreed to it.',
      },
      {
        title: 'Integrity checks',
        text: 'Signs of outside AI or internet help are marked for you to judge.',
      },
      {
        title: 'Your ATS',
        text: 'On request, we connect the one you use. Scores and reports then arrive there.',
      },
    ],
    upcoming: {
      label: 'Upcoming',
      title: 'Conversational AI engagement',
      text: 'Will answer candidates’ questions. Not in any plan yet.',
    },
  },
  faq: {
    heading: 'Questions about plans',
    items: [
      {
        question: 'What does it cost to begin?',
        answer: `Nothing. Every sign-up starts free, with what Quick Start has: ${quickStart.features.jobPosts} job post, ${interviews.quickStart.monthly} interviews a month, ${quickStart.features.users} user. You need a work email, but no card.`,
      },
      {
        question: 'What does “Start Free Plan” start?',
        answer: `Quick Start, which is free, whichever plan you came from. It has no end date and never becomes a paid plan by itself. Starter or Pro begins ${paidPlanBegins}: write to ${brand.supportEmail}.`,
      },
      {
        question: 'How is a plan billed?',
        answer:
          'Monthly in advance, in rupees, with a GST invoice. Prices exclude GST. Nothing is charged before you ask for a paid plan.',
      },
      {
        question: 'What are the free interviews in Starter and Pro?',
        answer: `You get them once, when the plan begins: ${interviews.starter.once} extra interviews with Starter, ${interviews.pro.once} with Pro. They are used before the monthly ones.`,
      },
      {
        question: 'What if more people apply than my plan has interviews?',
        answer:
          'We tell you before you reach the limit. You choose: move to a larger plan, or buy more interviews at the rate on your invoice.',
      },
      {
        question: 'How long do you keep the videos?',
        answer: `${quickStart.features.retention} with Quick Start, ${starter.features.retention} with Starter, ${pro.features.retention} with Pro. With Enterprise we agree on a time that fits your policy.`,
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
