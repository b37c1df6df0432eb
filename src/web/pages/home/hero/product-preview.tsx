import { InsightMock } from '../mock-ups/insight-mock.tsx';
import { InterviewMock } from '../mock-ups/interview-mock.tsx';
import { RankingMock } from '../mock-ups/ranking-mock.tsx';
import styles from './product-preview.module.css';

/** Three overlapping screens of the product. */
export const ProductPreview = () => (
  <div className={styles['preview']}>
    <div className={styles['screens']}>
      <div className={styles['ranking']}>
        <RankingMock isAnimated />
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
