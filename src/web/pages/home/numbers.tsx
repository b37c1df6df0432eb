import { homeContent } from '#web/content/home.ts';
import { CountUp } from '#web/ui/count-up.tsx';
import styles from './numbers.module.css';
import { Still } from './still.tsx';

const { numbers } = homeContent;

/** Three numbers under one constellation, on a night of their own in both schemes. */
export const Numbers = () => (
  <section data-night id="numbers" className={styles['band']} tabIndex={-1}>
    <div className={styles['inside']}>
      <h2>{numbers.heading}</h2>
      <Still part="constellation" />
      <dl className={styles['numbers']}>
        {numbers.items.map(({ to, suffix, claim, note }) => (
          <div key={to} className={styles['number']}>
            <dt>{claim.text}</dt>
            <dd className={styles['value']}>
              <CountUp to={to} suffix={suffix} />
            </dd>
            <dd className={styles['note']}>{note}</dd>
          </div>
        ))}
      </dl>
    </div>
  </section>
);
