import type { Locator } from 'playwright-core';
import { atHeading } from './sign-up-by-hand.ts';
import type { Visitor } from './site.ts';

/** Opens the page of the plans. */
export const openPricing = async (visitor: Visitor): Promise<void> => {
  await visitor.page.goto('/#/pricing');
  await atHeading(visitor, 'Start free. Pay when you hire more.');
};

/** The link there that chooses a plan. */
export const planLink = ({ page }: Visitor, plan: string): Locator =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: plan }) })
    .getByRole('link');

/** Where the sign-up names the plan that was chosen. */
export const chosenPlan = ({ page }: Visitor, plan: string): Locator =>
  page.getByText(`You picked: ${plan}`);
