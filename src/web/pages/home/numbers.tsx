import { homeContent } from '#web/content/home.ts';
import { CountUp } from '#web/marketing/motion/count-up.tsx';
import { StaticIsland } from '#web/routing/static-island.tsx';
import styles from './numbers.module.css';

const { numbers } = homeContent;

/** Three numbers under one constellation, on a dark band in both colour schemes. */
export const Numbers = () => (
  <section data-night id="numbers" className={styles['band']} tabIndex={-1}>
    <div className={styles['inside']}>
      <h2>{numbers.heading}</h2>
      <StaticIsland part="constellation" />
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
