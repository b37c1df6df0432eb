import { campaignContent } from '#web/content/campaign.ts';
import { Section } from '#web/marketing/section.tsx';
import styles from './parallel-interviews.module.css';

const RECRUITER = { x: 30, y: 90 };
const STAR = { x: 108, y: 90 };
const STAR_PATH = 'M108 64 113.4 84.6 134 90 113.4 95.4 108 116 102.6 95.4 82 90 102.6 84.6Z';

/** Four by four candidates at the right of a 320 by 180 canvas, as the centres of columns and rows. */
const columns = [172, 216, 260, 304];
const rows = [24, 68, 112, 156];
/** The row of the candidate that a recruiter alone talks to. */
const [, SINGLE = 0] = rows;

interface Point {
  x: number;
  y: number;
}

const Line = ({ from, to }: { from: Point; to: Point }) => (
  <line className={styles['line']} x1={from.x} y1={from.y} x2={to.x} y2={to.y} />
);

/** A recruiter who talks to one candidate, or whose star is joined to every row of candidates. */
const Drawing = ({ label, isEveryone }: { label: string; isEveryone: boolean }) => {
  const [first = 0, last = first] = [columns.at(0), columns.at(-1)];
  return (
    <svg className={styles['drawing']} viewBox="0 0 320 180" role="img" aria-label={label}>
      {isEveryone ? (
        <>
          <Line from={RECRUITER} to={STAR} />
          {rows.map((y) => (
            <g key={y}>
              <Line from={STAR} to={{ x: first, y }} />
              <Line from={{ x: first, y }} to={{ x: last, y }} />
            </g>
          ))}
        </>
      ) : (
        <Line from={RECRUITER} to={{ x: first, y: SINGLE }} />
      )}
      {rows.map((y) =>
        columns.map((x) => (
          <circle
            key={`${x} ${y}`}
            className={
              isEveryone || (x === first && y === SINGLE)
                ? styles['interviewed']
                : styles['waiting']
            }
            cx={x}
            cy={y}
            r="9"
          />
        )),
      )}
      <circle className={styles['recruiter']} cx={RECRUITER.x} cy={RECRUITER.y} r="17" />
      {isEveryone && <path className={styles['star']} d={STAR_PATH} />}
    </svg>
  );
};

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
