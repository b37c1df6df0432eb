import type { Locator } from 'playwright-core';
import type { Visitor } from '../visitor.ts';
import { waitForHeading } from './sign-up-form.ts';

/** Opens the pricing page. */
export const openPricing = async (visitor: Visitor): Promise<void> => {
  await visitor.page.goto('/#/pricing');
  await waitForHeading(visitor, 'Start free. Pay when you hire more.');
};

/** The link of a plan on the pricing page. */
export const planLink = ({ page }: Visitor, plan: string): Locator =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: plan }) })
    .getByRole('link');

/** The line of the sign-up form that names the chosen plan. */
export const chosenPlan = ({ page }: Visitor, plan: string): Locator =>
  page.getByText(`You picked: ${plan}`);
