import { clsx } from 'clsx/lite';
import { Link } from 'wouter';
import { type Plan, plans, priceText } from '#web/content/plans.ts';
import { planContent, planRows } from '#web/content/pricing-table.ts';
import { buttonClass } from '../ui/button-class.ts';
import { Star } from '../ui/star.tsx';
import styles from './pricing-table.module.css';

const PlanCard = ({ plan }: { plan: Plan }) => (
  <li
    data-night={plan.isPopular || undefined}
    className={clsx(styles['plan'], plan.isPopular && styles['popular'])}
  >
    <div className={styles['top']}>
      <h3 className={styles['name']}>
        {plan.name}
        {plan.isPopular && (
          <span className={styles['badge']}>
            <Star /> {planContent.popular}
          </span>
        )}
      </h3>
      <p className={styles['audience']}>{plan.audience}</p>
    </div>
    <p className={styles['cost']}>
      <span className={styles['price']}>{priceText(plan)}</span>{' '}
      <span className={styles['period']}>{plan.period}</span>
    </p>
    <Link
      to={plan.action.to}
      className={buttonClass({ variant: plan.isPopular ? 'primary' : 'quiet' })}
      data-plan={plan.name}
      state={{ email: '', plan: plan.name }}
    >
      {plan.action.label}
    </Link>
    <dl className={styles['rows']}>
      {planRows.map(({ key, label }) => (
        <div key={key} className={styles['row']}>
          <dt>{label}</dt>
          <dd>{plan.features[key]}</dd>
        </div>
      ))}
    </dl>
  </li>
);

/** The four plans. Every button passes the plan's name on in the history state. */
export const PricingTable = () => (
  <div className={styles['table']}>
    <ul className={styles['plans']}>
      {plans.map((plan) => (
        <PlanCard key={plan.name} plan={plan} />
      ))}
    </ul>
    <div className={styles['notes']}>
      <p>{planContent.note}</p>
      <p>{planContent.trial}</p>
    </div>
  </div>
);
