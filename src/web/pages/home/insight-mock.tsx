import { insightMock as words } from '#web/content/mock-ups.ts';
import { Drawn } from '#web/ui/drawn.tsx';
import styles from './insight-mock.module.css';
import { StrengthsGraph } from './strengths-graph.tsx';

/** The insight card, drawn: who, why, four scores, and the strengths as a constellation. */
export const InsightMock = () => (
  <Drawn className={styles['card']} label={words.label}>
    <div className={styles['who']}>
      <p className={styles['name']}>{words.name}</p>
      <p className={styles['role']}>{words.role}</p>
    </div>
    <StrengthsGraph />
    <div className={styles['scores']}>
      {words.scores.map(({ label, value }) => (
        <div key={label} className={styles['score']}>
          <span>{label}</span>
          <span className={styles['value']}>{value}</span>
        </div>
      ))}
    </div>
    <p className={styles['insight']}>{words.insight}</p>
  </Drawn>
);
