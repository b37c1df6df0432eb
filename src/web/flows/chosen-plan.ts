import { type Plan, plans } from '#web/content/plans.ts';

const CHECKOUT = '/checkout?plan=';

/** Plans with self-service sign-up. The other plans start with a demo. */
const offered = plans.filter(({ action }) => action.to.startsWith(CHECKOUT));

/**
 * The plan that the visitor chose; undefined if there is none.
 * @param slug from the URL, such as `quick-start`
 * @param name from the navigation state, such as `Quick Start`; used if the slug matches no plan
 */
export const chosenPlan = (slug: string | null, name: string | undefined): Plan | undefined =>
  offered.find(({ action }) => action.to === `${CHECKOUT}${slug}`) ??
  offered.find((plan) => plan.name === name);
