import { Link, useSearch } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { isPaidPlan, type Plan, priceText } from '#web/content/plans.ts';
import { chosenPlanContent as words } from '#web/content/sign-up.ts';
import { paymentNotices } from '#web/content/sign-up-notices.ts';
import { useCheckoutScript } from '#web/flows/checkout-script.ts';
import { chosenPlan } from '#web/flows/chosen-plan.ts';
import { NoticeBoard } from '#web/forms/notice-board.tsx';
import { Star } from '#web/ui/star.tsx';
import styles from './plan-line.module.css';

const noEmail = () => '';

const ChosenPlan = ({ plan }: { plan: Plan }) => {
  const isPaid = isPaidPlan(plan);
  const actor = useCheckoutScript({ isPaid });
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
      <NoticeBoard actor={actor} notices={paymentNotices} emailOf={noEmail} />
    </div>
  );
};

/** The plan that the visitor picked; renders nothing without one. */
export const PlanLine = () => {
  const plan = chosenPlan(useSearch(), useHistoryState<unknown>());
  // The key remounts the component, so that a different plan loads the payment script again.
  return plan ? <ChosenPlan key={plan.name} plan={plan} /> : null;
};
