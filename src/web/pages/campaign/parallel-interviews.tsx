import { campaignContent } from '#web/content/campaign.ts';
import { Section } from '#web/marketing/section.tsx';
import styles from './parallel-interviews.module.css';

const HUB = { x: 34, y: 90 };
const STAR_PATH = 'M34 62 39.8 84.2 62 90 39.8 95.8 34 118 28.2 95.8 6 90 28.2 84.2Z';

/** Centres of four by four candidates at the right of a 320 by 180 canvas. */
const candidates = Array.from({ length: 16 }, (_, index) => ({
  x: 164 + (index % 4) * 46,
  y: 24 + Math.floor(index / 4) * 44,
}));

/** Lines from the recruiter to the interviewed candidates: the fifth alone, or everyone. */
const Drawing = ({ label, isEveryone }: { label: string; isEveryone: boolean }) => {
  const interviewed = isEveryone ? candidates : candidates.slice(4, 5);
  return (
    <svg className={styles['drawing']} viewBox="0 0 320 180" role="img" aria-label={label}>
      {interviewed.map(({ x, y }) => (
        <line key={`${x} ${y}`} className={styles['line']} x1={HUB.x} y1={HUB.y} x2={x} y2={y} />
      ))}
      {candidates.map(({ x, y }, index) => (
        <circle
          key={`${x} ${y}`}
          className={isEveryone || index === 4 ? styles['interviewed'] : styles['waiting']}
          cx={x}
          cy={y}
          r="9"
        />
      ))}
      {isEveryone ? (
        <path className={styles['star']} d={STAR_PATH} />
      ) : (
        <circle className={styles['recruiter']} cx={HUB.x} cy={HUB.y} r="17" />
      )}
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
