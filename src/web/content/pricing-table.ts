import type { Plan } from './plans.ts';

/** Rows of the pricing table, in their order. */
export const planRows: readonly { key: keyof Plan['features']; label: string }[] = [
  { key: 'jobPosts', label: 'Job posts' },
  { key: 'interviews', label: 'Interviews' },
  { key: 'users', label: 'Users' },
  { key: 'retention', label: 'Video retention' },
  { key: 'integrations', label: 'Integrations' },
  { key: 'support', label: 'Support' },
];

/** Copy around the plans of the pricing table. */
export const planContent = {
  popular: 'Popular',
  trial:
    'Every sign-up starts as a free trial with the limits of Quick Start. Paid plans begin with your first payment.',
  note: 'WhatsApp and email integration are included in all plans.',
  upcoming: 'Conversational AI engagement',
  upcomingMark: 'Upcoming',
} as const;
