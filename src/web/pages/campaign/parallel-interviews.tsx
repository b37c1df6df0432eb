import { campaignContent } from '#web/content/campaign.ts';
import { Section } from '#web/marketing/section.tsx';
import styles from './parallel-interviews.module.css';

const STAR_PATH = 'M108 64 113.4 84.6 134 90 113.4 95.4 108 116 102.6 95.4 82 90 102.6 84.6Z';

/** Four by four candidates at the right of a 320 by 180 canvas, as the centres of columns and rows. */
const columns = [172, 216, 260, 304];
const rows = [24, 68, 112, 156];

/** Lines from the recruiter to the first candidate of the second row, and through the star to every row. */
const ALONE_PATH = 'M30 90 172 68';
const TOGETHER_PATH = `M30 90H108${rows.map((y) => `M108 90 172 ${y}H304`).join('')}`;

/** A recruiter who talks to one candidate, or whose star is joined to every row of candidates. */
const Drawing = ({ label, isEveryone }: { label: string; isEveryone: boolean }) => (
  <svg className={styles['drawing']} viewBox="0 0 320 180" role="img" aria-label={label}>
    <path className={styles['line']} d={isEveryone ? TOGETHER_PATH : ALONE_PATH} />
    {rows.map((y) =>
      columns.map((x) => (
        <circle
          key={`${x} ${y}`}
          className={styles[isEveryone || (x === 172 && y === 68) ? 'interviewed' : 'waiting']}
          cx={x}
          cy={y}
          r="9"
        />
      )),
    )}
    <circle className={styles['recruiter']} cx="30" cy="90" r="17" />
    {isEveryone && <path className={styles['star']} d={STAR_PATH} />}
  </svg>
);

/** Compares a recruiter with one interview at a time to a recruiter with the product. */
export const ParallelInterviews = () => {
  const { heading, lead, before, after } = campaignContent.parallelInterviews;
  return (
    <Section heading={heading} lead={lead} tone="sunken" layout="centre">
      <ul className={styles['pair']}>
        {[before, after].map((side) => (
          <li key={side.title} className={styles['side']}>
            <h3>{side.title}</h3>
            <Drawing label={side.label} isEveryone={side === after} />
            <p className={styles['figure']}>{side.figure}</p>
            <p className={styles['text']}>{side.text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
};
