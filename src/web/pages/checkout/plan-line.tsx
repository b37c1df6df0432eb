import { useHistoryState } from 'wouter/use-browser-location';
import { planOf } from '#web/arrival.ts';
import { useCheckoutScript } from '#web/checkout-script.ts';
import { chosenPlanContent as words } from '#web/content/chosen-plan.ts';
import { paymentNotices } from '#web/content/notices.ts';
import { type Plan, plans } from '#web/content/plans.ts';
import { NoticeBoard } from '#web/ui/notice-board.tsx';
import { Star } from '#web/ui/star.tsx';
import styles from './plan-line.module.css';

const noEmail = () => '';

const ChosenPlan = ({ plan }: { plan: Plan }) => {
  // A paid plan has its price in figures; `Free` and `Custom` have none.
  const isPaid = /\d/.test(plan.price);
  const actor = useCheckoutScript({ isPaid });
  return (
    <div className={styles['plan']}>
      <Star />
      <p>
        {words.label}: <strong>{plan.name}</strong>
        <span className={styles['price']}>
          <span className={styles['amount']}>{plan.price}</span>
          {isPaid ? ' ' : ', '}
          {plan.period}. {isPaid && words.trial}
        </span>
      </p>
      <a className={styles['change']} href="#/pricing">
        {words.change}
      </a>
      <NoticeBoard actor={actor} notices={paymentNotices} emailOf={noEmail} />
    </div>
  );
};

/** The plan that came in the navigation state; nothing for somebody who chose none. */
export const PlanLine = () => {
  const name = planOf(useHistoryState<unknown>());
  const plan = plans.find((candidate) => candidate.name === name);
  return plan ? <ChosenPlan plan={plan} /> : null;
};
