import * as storageKeys from '#contract/storage-keys.ts';
import { type Plan, plans } from '#web/content/plans.ts';
import { storage } from '#web/platform/storage.ts';
import { currentSearch } from '#web/routing/hash-location.ts';
import { planOf } from '#web/routing/navigation-state.ts';

const CHECKOUT = '/checkout?plan=';

/** Plans with self-service sign-up. The other plans start with a demo. */
const offered = plans.filter(({ action }) => action.to.startsWith(CHECKOUT));

const slugOf = ({ action }: Plan): string => action.to.slice(CHECKOUT.length);

const findPlan = (slug: string | null | undefined): Plan | undefined =>
  offered.find((plan) => slugOf(plan) === slug);

/** Of the sign-up that this tab has open: another tab may store another one. */
let kept: string | undefined;

/**
 * The plan that the visitor picked: that of the address, else that of the navigation state, else the one with which
 * the running sign-up was opened; undefined if there is none.
 *
 * @param search the query of the address
 * @param navigationState may have the plan's name, such as `Quick Start`
 */
export const chosenPlan = (search: string, navigationState: unknown): Plan | undefined =>
  findPlan(new URLSearchParams(search).get('plan')) ??
  offered.find(({ name }) => name === planOf(navigationState)) ??
  findPlan(kept);

/** Keeps the picked plan until the sign-up ends. */
export const keepPlan = (plan: Plan): void => {
  kept = slugOf(plan);
  storage.write(storageKeys.chosenPlan, kept);
};

/** Takes up the plan of the stored sign-up. */
export const restorePlan = (): void => {
  kept = storage.read(storageKeys.chosenPlan);
};

export const forgetPlan = (): void => {
  kept = undefined;
  storage.remove(storageKeys.chosenPlan);
};

/** The slug of the picked plan. */
export const chosenSlug = (): string | undefined => {
  const plan = chosenPlan(currentSearch(), history.state);
  return plan && slugOf(plan);
};
