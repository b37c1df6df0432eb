import { useSearch } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { planOf } from '#web/arrival.ts';
import { useCheckoutScript } from '#web/checkout-script.ts';
import { chosenPlan } from '#web/chosen-plan.ts';
import { chosenPlanContent as words } from '#web/content/chosen-plan.ts';
import { paymentNotices } from '#web/content/notices.ts';
import type { Plan } from '#web/content/plans.ts';
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

/** The plan that the address or the navigation state names; nothing for somebody who chose none. */
export const PlanLine = () => {
  const slug = new URLSearchParams(useSearch()).get('plan');
  const plan = chosenPlan(slug, planOf(useHistoryState<unknown>()));
  // Another plan is another start of the payment script.
  return plan ? <ChosenPlan key={plan.name} plan={plan} /> : null;
};
