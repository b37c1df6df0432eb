// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { Router } from 'wouter';
import styles from '#web/marketing/pricing-table.module.css';
import { PricingTable } from '#web/marketing/pricing-table.tsx';
import { useHashLocation } from '#web/routing/current-route.ts';
import buttonStyles from '#web/ui/button.module.css';
import { click, find, show } from './render-component.tsx';

/** The plans in reading order. */
const expected = [
  [
    'Quick Start',
    'Free',
    '1',
    '10 per month',
    '1',
    '30 days',
    'Email',
    'Try free now',
    '/checkout?plan=quick-start',
  ],
  [
    'Starter',
    '₹13,200',
    '5',
    '10 free + 50 per month',
    '2',
    '90 days',
    'Email and call',
    'Start Free Plan',
    '/checkout?plan=starter',
  ],
  [
    'Pro',
    '₹27,000',
    '15',
    '50 free + 100 per month',
    'Up to 5',
    '180 days',
    'Email and call, priority',
    'Start Free Plan',
    '/checkout?plan=pro',
  ],
  [
    'Enterprise',
    'Custom',
    'Unlimited',
    'Custom',
    'Unlimited',
    'Custom',
    'Dedicated manager',
    'Get a demo',
    '/demo',
  ],
];

const plansShown = () =>
  [...document.querySelectorAll('li')].map((plan) => {
    const rows = Object.fromEntries(
      [...plan.querySelectorAll('dl > div')].map((row) => [
        row.querySelector('dt')?.textContent,
        row.querySelector('dd')?.textContent,
      ]),
    );
    const link = plan.querySelector('a');
    return [
      plan.querySelector('h3')?.firstChild?.textContent,
      plan.querySelector('p > span')?.textContent,
      rows['Job posts'],
      rows['Interviews'],
      rows['Users'],
      rows['Video retention'],
      rows['Support'],
      link?.textContent,
      link?.getAttribute('href'),
    ];
  });

describe('the pricing table', () => {
  it('shows the four plans with their prices, limits and buttons', () => {
    show(
      <Router hook={useHashLocation}>
        <PricingTable />
      </Router>,
    );
    expect(plansShown()).toEqual(expected);
  });

  it('marks one plan as popular', () => {
    show(
      <Router hook={useHashLocation}>
        <PricingTable />
      </Router>,
    );
    const popular = [...document.querySelectorAll('h3')].filter(({ textContent }) =>
      textContent.includes('Popular'),
    );
    expect(popular.map(({ firstChild }) => firstChild?.textContent)).toEqual(['Starter']);
    const plans = [...document.querySelectorAll('li')];
    const popularAt = plans.map((plan) => plan.contains(popular[0] ?? null));
    const has = (name: string) => plans.map((plan) => plan.matches(`.${styles[name]}`));
    expect(has('popular')).toEqual(popularAt);
    expect(plans.map((plan) => plan.hasAttribute('data-night'))).toEqual(popularAt);
    expect(
      plans.map((plan) => plan.querySelector('a')?.matches(`.${buttonStyles['primary']}`)),
    ).toEqual(popularAt);
  });

  it('says once that WhatsApp and email are included in all plans', () => {
    show(
      <Router hook={useHashLocation}>
        <PricingTable />
      </Router>,
    );
    expect(document.body.textContent.match(/WhatsApp and email.*?plans\./g)).toEqual([
      'WhatsApp and email integration are included in all plans.',
    ]);
    expect(document.body.textContent.split('WhatsApp')).toHaveLength(2);
  });

  it('passes the chosen plan on in the history state', () => {
    show(
      <Router hook={useHashLocation}>
        <PricingTable />
      </Router>,
    );
    click(find('li:nth-child(3) a'));
    expect([location.hash, history.state]).toEqual([
      '#/checkout?plan=pro',
      { email: '', plan: 'Pro' },
    ]);
  });
});
