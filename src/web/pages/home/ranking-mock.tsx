import { rankingMock as words } from '#web/content/mock-ups.ts';
import { Drawn } from '#web/ui/drawn.tsx';
import { Star } from '#web/ui/star.tsx';
import styles from './ranking-mock.module.css';

const SHORTLISTED = 3;

const Score = ({ value }: { value: number }) => (
  <span className={styles['score']}>
    {value}
    <svg
      className={styles['bar']}
      viewBox="0 0 100 4"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect className={styles['rest']} width="100" height="4" />
      <rect className={styles['filled']} width={value} height="4" />
    </svg>
  </span>
);

interface RankingMockProps {
  /** The shortlist comes a moment after the table, as it does in the product. */
  isLive?: boolean;
}

/** The table of candidates, drawn: ranked by resume and interview, the first three lit. */
export const RankingMock = ({ isLive = false }: RankingMockProps) => (
  <Drawn className={styles['card']} label={words.label}>
    <div className={styles['top']}>
      <span className={styles['job']}>{words.job}</span>
      <span className={styles['count']}>{words.count}</span>
      <span className={`${styles['shortlist']} ${isLive ? styles['late'] : ''}`}>
        {words.shortlist}
      </span>
    </div>
    <div className={`${styles['row']} ${styles['heads']}`}>
      <span />
      {words.columns.map((column) => (
        <span key={column}>{column}</span>
      ))}
    </div>
    {words.rows.map(({ name, tenure, resume, interview, status }, index) => (
      <div key={name} className={`${styles['row']} ${index < SHORTLISTED ? styles['lit'] : ''}`}>
        <span className={styles['rank']}>{index < SHORTLISTED ? <Star /> : index + 1}</span>
        <span className={styles['who']}>
          <span className={styles['name']}>{name}</span>
          <span className={styles['tenure']}>{tenure}</span>
        </span>
        <Score value={resume} />
        <Score value={interview} />
        <span className={styles['status']}>{status}</span>
      </div>
    ))}
  </Drawn>
);
