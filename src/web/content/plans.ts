import { groupDigits } from '#web/platform/group-digits.ts';

/** What is sample content here, and what a launch puts there; whoever replaces it removes its line. @public */
export const samples = {
  prices: 'the prices that are charged; the figures of the specification until then',
};

/** Whole rupees with Indian digit grouping: `₹1,20,000`. */
const formatPrice = (amount: number): string => `₹${groupDigits(amount)}`;

/** A plan as the pricing table shows it; the sign-up shows name and price. */
export interface Plan {
  name: string;
  /** Target group. */
  audience: string;
  /** Monthly, in whole rupees; `undefined` for a plan without a fixed price. */
  priceInRupees: number | undefined;
  /** Shown beside the price. */
  period: string;
  isPopular: boolean;
  features: {
    jobPosts: string;
    interviews: string;
    users: string;
    retention: string;
    support: string;
  };
  action: { label: string; to: `/checkout?plan=${string}` | '/demo' };
}

/** When a paid plan begins, as clause 14.1 of the agreement has it. Follows "begins". */
export const paidPlanBegins = 'when you ask us for it, with your first payment or purchase order';

/** The same in every plan. */
export const integrations = 'WhatsApp and email';

const A_MONTH = 'a month + GST';

/** Interviews of the plans: `once` come when the plan begins and are used first, `monthly` each month. */
export const interviews = {
  quickStart: { once: 0, monthly: 10 },
  starter: { once: 10, monthly: 50 },
  pro: { once: 50, monthly: 100 },
} as const;

const interviewsText = ({ once, monthly }: { once: number; monthly: number }): string =>
  once === 0 ? `${monthly} per month` : `${once} free + ${monthly} per month`;

export const quickStart: Plan = {
  name: 'Quick Start',
  audience: 'Your first role, to see how it works.',
  priceInRupees: 0,
  period: 'no card needed',
  isPopular: false,
  features: {
    jobPosts: '1',
    interviews: interviewsText(interviews.quickStart),
    users: '1',
    retention: '30 days',
    support: 'Email',
  },
  action: { label: 'Try free now', to: '/checkout?plan=quick-start' },
};

export const starter: Plan = {
  name: 'Starter',
  audience: 'A small team that hires every month.',
  priceInRupees: 13_200,
  period: A_MONTH,
  isPopular: true,
  features: {
    jobPosts: '5',
    interviews: interviewsText(interviews.starter),
    users: '2',
    retention: '90 days',
    support: 'Email and call',
  },
  action: { label: 'Start Free Plan', to: '/checkout?plan=starter' },
};

export const pro: Plan = {
  name: 'Pro',
  audience: 'Many roles at once, or many clients.',
  priceInRupees: 27_000,
  period: A_MONTH,
  isPopular: false,
  features: {
    jobPosts: '15',
    interviews: interviewsText(interviews.pro),
    users: 'Up to 5',
    retention: '180 days',
    support: 'Email and call, priority',
  },
  action: { label: 'Start Free Plan', to: '/checkout?plan=pro' },
};

const enterprise: Plan = {
  name: 'Enterprise',
  audience: 'Hiring at scale, on your own terms.',
  priceInRupees: undefined,
  period: 'priced for your volume',
  isPopular: false,
  features: {
    jobPosts: 'Unlimited',
    interviews: 'Custom',
    users: 'Unlimited',
    retention: 'Custom',
    support: 'Dedicated manager',
  },
  action: { label: 'Get a demo', to: '/demo' },
};

export const plans: readonly Plan[] = [quickStart, starter, pro, enterprise];

/** The price as shown: `Free`, `₹13,200`, or `Custom` where there is no fixed price. */
export const priceText = ({ priceInRupees }: Plan): string => {
  if (priceInRupees === undefined) return 'Custom';
  return priceInRupees === 0 ? 'Free' : formatPrice(priceInRupees);
};

/** Whether the plan has a fixed price above zero. */
export const isPaidPlan = ({ priceInRupees = 0 }: Plan): boolean => priceInRupees > 0;
