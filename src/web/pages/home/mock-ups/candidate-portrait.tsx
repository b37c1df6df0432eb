import styles from './candidate-portrait.module.css';

/** Decorative picture of the candidate in the video interview. */
export const CandidatePortrait = () => (
  <svg
    className={styles['portrait']}
    viewBox="0 0 480 270"
    preserveAspectRatio="xMidYMid slice"
    aria-hidden="true"
    focusable="false"
  >
    <rect className={styles['room']} width="480" height="270" />
    <g className={styles['furniture']}>
      <rect x="0" y="128" width="122" height="6" rx="2" />
      <rect x="14" y="84" width="13" height="44" rx="2" />
      <rect x="30" y="92" width="10" height="36" rx="2" />
      <rect x="43" y="78" width="15" height="50" rx="2" />
      <rect x="76" y="108" width="26" height="20" rx="4" />
      <path d="M88 108C82 92 74 88 70 86c8-2 16 4 19 12 1-12 6-18 14-21-2 9-5 20-12 31Z" />
    </g>
    <rect className={styles['frame']} x="352" y="28" width="106" height="138" rx="4" />
    <rect className={styles['window']} x="359" y="35" width="92" height="124" />
    <path className={styles['pane']} d="M405 35V159M359 96H451" />
    <circle className={styles['distantStar']} cx="378" cy="62" r="1.6" />
    <circle className={styles['distantStar']} cx="436" cy="124" r="1.6" />
    <circle className={styles['distantStar']} cx="384" cy="132" r="1.3" />
    <path
      className={styles['star']}
      d="M429 52 431.3 61.7 441 64 431.3 66.3 429 76 426.7 66.3 417 64 426.7 61.7Z"
    />
    <path
      className={styles['hair']}
      d="M182 214C168 176 176 132 184 104 194 66 218 48 244 48c34 0 56 24 62 60 5 30 14 70-2 106Z"
    />
    <path
      className={styles['shirt']}
      d="M112 270c4-40 40-60 96-70l36 22 36-22c54 10 92 30 96 70Z"
    />
    <path className={styles['shade']} d="M218 160h50v38c-6 16-42 16-50 0Z" />
    <path
      className={styles['skin']}
      d="M198 122c0-36 16-58 45-58s47 22 47 58c0 32-20 62-47 62s-45-30-45-62Z"
    />
    <path
      className={styles['hair']}
      d="M192 136c-4-44 14-78 52-78s58 32 52 80c-6-24-20-42-44-52-20 18-48 18-60 50Z"
    />
    <g className={styles['features']}>
      <path d="M212 114q9-6 18-1M258 113q9-5 18 1" />
      <path d="M246 126q5 12-4 15" />
      <path d="M229 157q15 11 30-1" />
    </g>
    <circle className={styles['eye']} cx="222" cy="125" r="3.4" />
    <circle className={styles['eye']} cx="267" cy="125" r="3.4" />
    <path className={styles['star']} d="M196 152 197.5 157 196 162 194.5 157Z" />
    <path className={styles['star']} d="M292 152 293.5 157 292 162 290.5 157Z" />
  </svg>
);
