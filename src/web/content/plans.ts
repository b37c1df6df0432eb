import { formatPrice } from '#web/format-price.ts';

/** One plan; prices are monthly, in rupees. */
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
  trial:
    'Every sign-up starts as a free trial with the limits of Quick Start. Paid plans begin with your first payment.',
  note: 'WhatsApp and email integration are included in all plans.',
  upcoming: 'Conversational AI engagement',
  upcomingMark: 'Upcoming',
} as const;
