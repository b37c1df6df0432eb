import { type ComponentType, lazy, Suspense } from 'react';
import { Link, useSearch } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { isPaidPlan, type Plan, priceText } from '#web/content/plans.ts';
import { chosenPlanContent as words } from '#web/content/sign-up.ts';
import { chosenPlan } from '#web/flows/chosen-plan.ts';
import { paymentKey } from '#web/platform/settings.ts';
import { Star } from '#web/ui/star.tsx';
import styles from './plan-line.module.css';

// It shows nothing but a failure, and without a key the build leaves it out. The sign-up goes on if it does not load.
const PaymentScript = /* @__PURE__ */ lazy(
  (): Promise<{ default: ComponentType<{ isPaid: boolean }> }> =>
    import('./payment-script.tsx').catch(() => ({ default: () => null })),
);

const ChosenPlan = ({ plan }: { plan: Plan }) => {
  const isPaid = isPaidPlan(plan);
  return (
    <div className={styles['plan']}>
      <Star />
      <p>
        <span>
          {words.label}: <strong>{plan.name}</strong>{' '}
        </span>
        <span className={styles['price']}>
          <span className={styles['amount']}>{priceText(plan)}</span>
          {isPaid ? ' ' : ', '}
          {plan.period}. {isPaid && words.begins(plan.name)}
        </span>
      </p>
      <Link to="/pricing" className={styles['change']}>
        {words.change}
      </Link>
      {paymentKey !== '' && (
        <Suspense>
          <PaymentScript isPaid={isPaid} />
        </Suspense>
      )}
    </div>
  );
};

/** The plan that the visitor picked; renders nothing without one. */
export const PlanLine = () => {
  const plan = chosenPlan(useSearch(), useHistoryState<unknown>());
  // The key remounts the component, so that a different plan loads the payment script again.
  return plan ? <ChosenPlan key={plan.name} plan={plan} /> : null;
};
