import { integrations, type Plan, paidPlanBegins } from './plans.ts';

/** Rows of the pricing table, in their order. */
export const planRows: readonly { key: keyof Plan['features']; label: string }[] = [
  { key: 'jobPosts', label: 'Job posts' },
  { key: 'interviews', label: 'Interviews' },
  { key: 'users', label: 'Users' },
  { key: 'retention', label: 'Video retention' },
  { key: 'support', label: 'Support' },
];

/** Copy around the plans of the pricing table. */
export const planContent = {
  popular: 'Popular',
  note: `${integrations} integration are included in all plans.`,
  trial: `Every sign-up starts free, with what Quick Start has, and no end date. A paid plan begins only ${paidPlanBegins}.`,
} as const;
