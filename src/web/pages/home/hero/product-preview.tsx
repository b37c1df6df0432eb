import { InsightMock } from '../mock-ups/insight-mock.tsx';
import { InterviewMock } from '../mock-ups/interview-mock.tsx';
import { RankingMock } from '../mock-ups/ranking-mock.tsx';
import styles from './product-preview.module.css';

/** Three screens of the product: the table whole down to its shortlist, the others over the rest. */
export const ProductPreview = () => (
  <div className={styles['preview']}>
    <div className={styles['screens']}>
      <div className={styles['ranking']}>
        <RankingMock isAnimated />
      </div>
      <div className={styles['insight']}>
        <InsightMock layout="overlay" />
      </div>
      <div className={styles['interview']}>
        <InterviewMock layout="overlay" />
      </div>
    </div>
  </div>
);
