import { type Plan, planRows, plans, planWords } from '#web/content/plans.ts';
import styles from './pricing-table.module.css';
import { RouteLink } from './route-link.tsx';
import { Star } from './star.tsx';

const PlanCard = ({ plan }: { plan: Plan }) => (
  <li
    data-night={plan.isPopular || undefined}
    className={`${styles['plan']} ${plan.isPopular ? styles['popular'] : ''}`}
  >
    <div className={styles['top']}>
      <h3 className={styles['name']}>
        {plan.name}
        {plan.isPopular && (
          <span className={styles['badge']}>
            <Star /> {planWords.popular}
          </span>
        )}
      </h3>
      <p className={styles['audience']}>{plan.audience}</p>
    </div>
    <p className={styles['cost']}>
      <span className={styles['price']}>{plan.price}</span>{' '}
      <span className={styles['period']}>{plan.period}</span>
    </p>
    <RouteLink
      href={plan.action.href}
      kind={plan.isPopular ? 'primary' : 'quiet'}
      state={{ email: '', plan: plan.name }}
      plan={plan.name}
    >
      {plan.action.label}
    </RouteLink>
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

/** The four plans. Every button carries the plan's name along. */
export const PricingTable = () => (
  <div className={styles['table']}>
    <ul className={styles['plans']}>
      {plans.map((plan) => (
        <PlanCard key={plan.name} plan={plan} />
      ))}
    </ul>
    <p className={styles['note']}>{planWords.trial}</p>
    <p className={styles['note']}>{planWords.note}</p>
    <p className={styles['note']}>
      {planWords.upcoming} <span className={styles['upcoming']}>{planWords.upcomingMark}</span>
    </p>
  </div>
);
