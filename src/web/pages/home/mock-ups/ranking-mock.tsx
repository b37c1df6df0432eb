import { clsx } from 'clsx/lite';
import { SHORTLISTED, rankingMock as words } from '#web/content/mock-ups.ts';
import { Illustration } from '#web/marketing/illustration.tsx';
import { Star } from '#web/ui/star.tsx';
import styles from './ranking-mock.module.css';

const Score = ({ value }: { value: number }) => (
  <span className={styles['score']}>
    {value}
    <svg
      className={styles['bar']}
      viewBox="0 0 100 4"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect className={styles['track']} width="100" height="4" />
      <rect className={styles['filled']} width={value} height="4" />
    </svg>
  </span>
);

interface RankingMockProps {
  /** The shortlist appears a moment after the table, as it does in the product. */
  isAnimated?: boolean;
}

/** Mock-up of the candidate table, ranked by resume and interview, with the first three highlighted. */
export const RankingMock = ({ isAnimated = false }: RankingMockProps) => (
  <Illustration className={styles['card']} label={words.label}>
    <div className={styles['top']}>
      <span className={styles['job']}>{words.job}</span>
      <span className={styles['count']}>{words.count}</span>
      <span className={clsx(styles['shortlist'], isAnimated && styles['delayed'])}>
        {words.shortlist}
      </span>
    </div>
    <div className={clsx(styles['row'], styles['heads'])}>
      <span />
      {words.columns.map((column) => (
        <span key={column}>{column}</span>
      ))}
    </div>
    {words.rows.map(({ name, tenure, resume, status, ...scores }, index) => (
      <div
        key={name}
        className={clsx(
          styles['row'],
          index < SHORTLISTED ? styles['shortlisted'] : styles['rest'],
          !('interview' in scores) && styles['live'],
        )}
      >
        <span className={styles['rank']}>{index < SHORTLISTED ? <Star /> : index + 1}</span>
        <span className={styles['candidate']}>
          <span className={styles['name']}>{name}</span>
          <span className={styles['tenure']}>{tenure}</span>
        </span>
        <Score value={resume} />
        {'interview' in scores ? <Score value={scores.interview} /> : <span>–</span>}
        <span className={styles['status']}>{status}</span>
      </div>
    ))}
    <p className={styles['more']}>{words.more}</p>
  </Illustration>
);
