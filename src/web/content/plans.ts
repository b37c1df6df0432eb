import { brand } from '#contract/brand.ts';
import { formatPrice } from '#web/format-price.ts';
import { claims } from './claims.ts';

/** One plan of spec §9; prices are monthly, in rupees. */
export interface Plan {
  name: string;
  /** Whom it is for, in a few words. */
  audience: string;
  price: string;
  /** What stands beside the price. */
  period: string;
  isPopular: boolean;
  features: {
    jobPosts: string;
    interviews: string;
    users: string;
    retention: string;
    integrations: string;
    support: string;
  };
  action: { label: string; href: '#/checkout' | '#/demo' };
}

const INTEGRATIONS = 'WhatsApp and email';
const A_MONTH = 'a month, billed monthly';

export const plans: readonly Plan[] = [
  {
    name: 'Quick Start',
    audience: 'Your first role, to see how it works.',
    price: 'Free',
    period: 'no card needed',
    isPopular: false,
    features: {
      jobPosts: '1',
      interviews: '10 per month',
      users: '1',
      retention: '30 days',
      integrations: INTEGRATIONS,
      support: 'Email',
    },
    action: { label: 'Try free now', href: '#/checkout' },
  },
  {
    name: 'Starter',
    audience: 'A small team that hires every month.',
    price: formatPrice(13_200),
    period: A_MONTH,
    isPopular: true,
    features: {
      jobPosts: '5',
      interviews: '10 free + 50 per month',
      users: '2',
      retention: '90 days',
      integrations: INTEGRATIONS,
      support: 'Email and call',
    },
    action: { label: 'Start Free Plan', href: '#/checkout' },
  },
  {
    name: 'Pro',
    audience: 'Many roles at once, or many clients.',
    price: formatPrice(27_000),
    period: A_MONTH,
    isPopular: false,
    features: {
      jobPosts: '15',
      interviews: '50 free + 100 per month',
      users: 'Up to 5',
      retention: '180 days',
      integrations: INTEGRATIONS,
      support: 'Email and call, priority',
    },
    action: { label: 'Start Free Plan', href: '#/checkout' },
  },
  {
    name: 'Enterprise',
    audience: 'Hiring at scale, on your own terms.',
    price: 'Custom',
    period: 'agreed with you',
    isPopular: false,
    features: {
      jobPosts: 'Unlimited',
      interviews: 'Custom',
      users: 'Unlimited',
      retention: 'Custom',
      integrations: INTEGRATIONS,
      support: 'Dedicated manager',
    },
    action: { label: 'Get a demo', href: '#/demo' },
  },
];

/** How the rows of a plan are called, in their order. */
export const planRows: readonly { key: keyof Plan['features']; label: string }[] = [
  { key: 'jobPosts', label: 'Job posts' },
  { key: 'interviews', label: 'Interviews' },
  { key: 'users', label: 'Users' },
  { key: 'retention', label: 'Video retention' },
  { key: 'integrations', label: 'Integrations' },
  { key: 'support', label: 'Support' },
];

export const planWords = {
  popular: 'Popular',
  trial:
    'Every sign-up starts as a free trial with the limits of Quick Start. Starter or Pro begins with your first payment.',
  note: 'WhatsApp and email integration are included in all plans.',
  upcoming: 'Conversational AI engagement',
  upcomingMark: 'Upcoming',
} as const;

/** The pricing page around the table. */
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
        answer: `That is what Enterprise is for: unlimited job posts and users, and a manager who knows your roles. A demo takes ${claims.demoLength.figure} and shows whether it fits.`,
      },
    ],
  },
  closing: {
    heading: 'Not sure which plan fits?',
    lead: `Tell us how you hire. In ${claims.demoLength.figure} you will know.`,
    demo: 'Get a demo',
  },
} as const;
