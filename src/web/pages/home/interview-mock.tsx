import { interviewMock as words } from '#web/content/mock-ups.ts';
import { Drawn } from '#web/ui/drawn.tsx';
import { Star } from '#web/ui/star.tsx';
import { CandidatePortrait } from './candidate-portrait.tsx';
import styles from './interview-mock.module.css';

/** Heights of the voice's bars, on a sheet of 24. */
const VOICE = [6, 12, 20, 10, 16, 22, 14, 8, 18, 12, 6, 14, 20, 10, 6];
const BAR_STEP = 5;

const Voice = () => (
  <svg
    className={styles['voice']}
    viewBox={`0 0 ${VOICE.length * BAR_STEP} 24`}
    aria-hidden="true"
    focusable="false"
  >
    {VOICE.map((height, index) => (
      <rect
        // biome-ignore lint/suspicious/noArrayIndexKey: a fixed drawing.
        key={index}
        x={index * BAR_STEP}
        y={(24 - height) / 2}
        width="3"
        height={height}
        rx="1.5"
      />
    ))}
  </svg>
);

interface InterviewMockProps {
  /** Without the picture where it is narrow: the hero has shown it already. */
  isBrief?: boolean;
}

/** The live video interview, drawn: the candidate, and a question that the AI asked. */
export const InterviewMock = ({ isBrief = false }: InterviewMockProps) => (
  <Drawn className={`${styles['card']} ${isBrief ? styles['brief'] : ''}`} label={words.label}>
    <div className={styles['top']}>
      <span className={styles['live']}>{words.live}</span>
      <span className={styles['job']}>{words.job}</span>
      <span className={styles['time']}>{words.time}</span>
    </div>
    <div className={styles['video']}>
      <CandidatePortrait />
      <span className={styles['name']}>{words.candidate}</span>
      <span className={styles['asker']}>
        <Star />
        {words.asker}
      </span>
    </div>
    <div className={styles['talk']}>
      <div className={styles['count']}>
        <span>{words.count}</span>
        <span className={styles['points']}>
          {Array.from({ length: words.of }, (_, index) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: points in a row, no more.
              key={index}
              className={index < words.asked ? styles['asked'] : styles['open']}
            />
          ))}
        </span>
      </div>
      <p className={styles['question']}>{words.question}</p>
      <p className={styles['reason']}>{words.reason}</p>
      <div className={styles['answer']}>
        <Voice />
        <p>{words.transcript}</p>
      </div>
    </div>
  </Drawn>
);
