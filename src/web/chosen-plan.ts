import { type Plan, plans } from './content/plans.ts';

const CHECKOUT = '#/checkout?plan=';

/** Plans that a visitor can sign up for; the others begin with a demo. */
const offered = plans.filter(({ action }) => action.href.startsWith(CHECKOUT));

/**
 * The plan that was chosen on the way to the sign-up, or nothing.
 * @param slug as the address names it: `quick-start`
 * @param name as navigation state names it: `Quick Start`; counts where the address names no plan of ours
 */
export const chosenPlan = (slug: string | null, name: string | undefined): Plan | undefined =>
  offered.find(({ action }) => action.href === `${CHECKOUT}${slug}`) ??
  offered.find((plan) => plan.name === name);
