import { clsx } from 'clsx/lite';
import { interviewMock as words } from '#web/content/mock-ups.ts';
import { Illustration } from '#web/marketing/illustration.tsx';
import { Star } from '#web/ui/star.tsx';
import { CandidatePortrait } from './candidate-portrait.tsx';
import styles from './interview-mock.module.css';

/** Heights of the bars of the waveform, on a 24 px high canvas. */
const BAR_HEIGHTS = [6, 12, 20, 10, 16, 22, 14, 8, 18, 12, 6, 14, 20, 10, 6];
const BAR_STEP = 5;

const Waveform = () => (
  <svg
    className={styles['waveform']}
    viewBox={`0 0 ${BAR_HEIGHTS.length * BAR_STEP} 24`}
    aria-hidden="true"
    focusable="false"
  >
    {BAR_HEIGHTS.map((height, index) => (
      <rect
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars never change.
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
  /** `overlay`: beside other screens, without the details. `stage`: picture and words side by side if they fit. */
  layout: 'overlay' | 'stage';
}

/** Mock-up of the live video interview: the candidate, and a question that the AI asked. */
export const InterviewMock = ({ layout }: InterviewMockProps) => (
  <Illustration className={clsx(styles['card'], styles[layout])} label={words.label}>
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
    <div className={styles['conversation']}>
      <div className={styles['count']}>
        <span>{words.count}</span>
        <span className={styles['points']}>
          {Array.from({ length: words.of }, (_, index) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: the points never change.
              key={index}
              className={index < words.asked ? styles['asked'] : styles['open']}
            />
          ))}
        </span>
      </div>
      <p className={styles['question']}>{words.question}</p>
      <p className={styles['reason']}>{words.reason}</p>
      <div className={styles['answer']}>
        <Waveform />
        <p className={styles['transcript']}>{words.transcript}</p>
      </div>
    </div>
  </Illustration>
);
