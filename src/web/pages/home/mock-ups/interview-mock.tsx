import { clsx } from 'clsx/lite';
import { followUpMock, interviewMock as words } from '#web/content/mock-ups.ts';
import { Illustration } from '#web/marketing/illustration.tsx';
import { Star } from '#web/ui/star.tsx';
import portraitStyles from './candidate-portrait.module.css';
import followUpStyles from './follow-up-mock.module.css';
import styles from './interview-mock.module.css';

/** Decorative picture of the candidate in the video interview. */
const CandidatePortrait = () => (
  <svg
    className={portraitStyles['portrait']}
    viewBox="0 0 480 270"
    preserveAspectRatio="xMidYMid slice"
    aria-hidden="true"
  >
    <rect className={portraitStyles['room']} width="480" height="270" />
    <g className={portraitStyles['furniture']}>
      <rect x="0" y="128" width="122" height="6" rx="2" />
      <rect x="14" y="84" width="13" height="44" rx="2" />
      <rect x="30" y="92" width="10" height="36" rx="2" />
      <rect x="43" y="78" width="15" height="50" rx="2" />
      <rect x="76" y="108" width="26" height="20" rx="4" />
      <path d="M88 108C82 92 74 88 70 86c8-2 16 4 19 12 1-12 6-18 14-21-2 9-5 20-12 31Z" />
    </g>
    <rect className={portraitStyles['frame']} x="352" y="28" width="106" height="138" rx="4" />
    <rect className={portraitStyles['window']} x="359" y="35" width="92" height="124" />
    <path className={portraitStyles['pane']} d="M405 35V159M359 96H451" />
    <circle className={portraitStyles['distantStar']} cx="378" cy="62" r="1.6" />
    <circle className={portraitStyles['distantStar']} cx="436" cy="124" r="1.6" />
    <circle className={portraitStyles['distantStar']} cx="384" cy="132" r="1.3" />
    <path
      className={portraitStyles['star']}
      d="M429 52 431.3 61.7 441 64 431.3 66.3 429 76 426.7 66.3 417 64 426.7 61.7Z"
    />
    <path
      className={portraitStyles['hair']}
      d="M182 214C168 176 176 132 184 104 194 66 218 48 244 48c34 0 56 24 62 60 5 30 14 70-2 106Z"
    />
    <path
      className={portraitStyles['shirt']}
      d="M112 270c4-40 40-60 96-70l36 22 36-22c54 10 92 30 96 70Z"
    />
    <path className={portraitStyles['shade']} d="M218 160h50v38c-6 16-42 16-50 0Z" />
    <path
      className={portraitStyles['skin']}
      d="M198 122c0-36 16-58 45-58s47 22 47 58c0 32-20 62-47 62s-45-30-45-62Z"
    />
    <path
      className={portraitStyles['hair']}
      d="M192 136c-4-44 14-78 52-78s58 32 52 80c-6-24-20-42-44-52-20 18-48 18-60 50Z"
    />
    <g className={portraitStyles['features']}>
      <path d="M212 114q9-6 18-1M258 113q9-5 18 1" />
      <path d="M246 126q5 12-4 15" />
      <path d="M229 157q15 11 30-1" />
    </g>
    <circle className={portraitStyles['eye']} cx="222" cy="125" r="3.4" />
    <circle className={portraitStyles['eye']} cx="267" cy="125" r="3.4" />
    <path className={portraitStyles['star']} d="M196 152 197.5 157 196 162 194.5 157Z" />
    <path className={portraitStyles['star']} d="M292 152 293.5 157 292 162 290.5 157Z" />
  </svg>
);

/** Heights of the bars of the waveform, on a 24 px high canvas. */
const BAR_HEIGHTS = [6, 12, 20, 10, 16, 22, 14, 8, 18, 12, 6, 14, 20, 10, 6];
const BAR_STEP = 5;

const Waveform = () => (
  <svg
    className={styles['waveform']}
    viewBox={`0 0 ${BAR_HEIGHTS.length * BAR_STEP} 24`}
    aria-hidden="true"
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

/** Mock-up of the messages that the product sends to a candidate for the company. */
export const FollowUpMock = () => (
  <Illustration className={followUpStyles['card']} label={followUpMock.label}>
    <p className={followUpStyles['channel']}>{followUpMock.channel}</p>
    {followUpMock.messages.map(({ text, time }) => (
      <p key={text} className={followUpStyles['message']}>
        {text}
        <span className={followUpStyles['time']}>{time}</span>
      </p>
    ))}
  </Illustration>
);
