import { InsightMock } from './insight-mock.tsx';
import { InterviewMock } from './interview-mock.tsx';
import { RankingMock } from './ranking-mock.tsx';
import styles from './stage.module.css';

/** The product beside the claim: three of its screens, one in front of the other. */
export const Stage = () => (
  <div className={styles['stage']}>
    <div className={styles['scene']}>
      <div className={styles['ranking']}>
        <RankingMock isLive />
      </div>
      <div className={styles['insight']}>
        <InsightMock />
      </div>
      <div className={styles['interview']}>
        <InterviewMock />
      </div>
    </div>
  </div>
);
