import { formatPrice } from '#web/ui/format-price.ts';
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
  action: { label: string; href: `#/checkout?plan=${string}` | '#/demo' };
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
    action: { label: 'Try free now', href: '#/checkout?plan=quick-start' },
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
    action: { label: 'Start Free Plan', href: '#/checkout?plan=starter' },
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
    action: { label: 'Start Free Plan', href: '#/checkout?plan=pro' },
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
  note: 'WhatsApp and email integration are included in all plans.',
  upcoming: 'Conversational AI engagement',
  upcomingMark: 'Upcoming',
} as const;

/** The pricing page around the table. */
export const pricingContent = {
  heading: 'Pay for hiring, not for screening',
  lead: 'Start free. Post your 1st job free, meet your first candidates, and change plans when you hire more.',
  plansHeading: 'Plans',
  included: {
    heading: 'Every plan includes',
    lead: 'The plans differ in how much you hire, not in what you can see.',
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
        text: 'Invitations, reminders and follow-ups go out without you.',
      },
      {
        title: 'Integrity checks',
        text: 'Signs of outside AI or internet help are marked for you to judge.',
      },
      {
        title: 'Your ATS',
        text: 'Results arrive in the applicant tracking system you already use.',
      },
    ],
  },
  faq: {
    heading: 'Questions about plans',
    items: [
      {
        question: 'What does it cost to begin?',
        answer:
          'Nothing. Quick Start is free: one job post, ten interviews a month, one user. You need a work email and a few minutes.',
      },
      {
        question: 'How is a plan billed?',
        answer:
          'Monthly, in rupees. Nothing is charged during the free trial, whichever plan you pick.',
      },
      {
        question: 'What are the free interviews in Starter and Pro?',
        answer:
          'They come on top of your monthly ones: 10 with Starter, 50 with Pro. They let you try the plan before the monthly interviews count.',
      },
      {
        question: 'How long do you keep the videos?',
        answer:
          '30 days with Quick Start, 90 with Starter, 180 with Pro. With Enterprise we agree on a time that fits your policy.',
      },
      {
        question: 'Can I change my plan later?',
        answer:
          'Yes. Your jobs, candidates and scores stay where they are. Write to us or talk to your contact.',
      },
      {
        question: 'We hire hundreds of people. What then?',
        answer: `That is what Enterprise is for: unlimited job posts and users, and a manager who knows your roles. A demo of ${claims.demoLength.figure} shows whether it fits.`,
      },
    ],
  },
  closing: {
    heading: 'Not sure which plan fits?',
    lead: `Show us one role. In ${claims.demoLength.figure} you will know.`,
    demo: 'Get a demo',
  },
} as const;
