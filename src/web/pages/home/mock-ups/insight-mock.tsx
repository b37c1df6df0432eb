import { clsx } from 'clsx/lite';
import { insightMock as words } from '#web/content/mock-ups.ts';
import { Illustration } from '#web/marketing/illustration.tsx';
import styles from './insight-mock.module.css';
import { StrengthsGraph } from './strengths-graph.tsx';

interface InsightMockProps {
  /** `overlay`: beside other screens, without the recommendation. `stage`: in two columns if they fit. */
  layout: 'overlay' | 'stage';
}

/** Mock-up of the insight card: the candidate, four scores, and the strengths as a constellation. */
export const InsightMock = ({ layout }: InsightMockProps) => (
  <Illustration className={clsx(styles['card'], styles[layout])} label={words.label}>
    <div className={styles['person']}>
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
    {layout === 'stage' && <p className={styles['insight']}>{words.insight}</p>}
  </Illustration>
);
