import { aboutContent } from '#web/content/about.ts';
import { Founder } from './founders.tsx';
import styles from './group-photo.module.css';

const backgroundStars = Array.from({ length: 54 }, (_, index) => ({
  x: Math.round(236 + ((index * 0.7548776662) % 1) * 728),
  y: Math.round(58 + ((index * 0.569840291) % 1) * 300),
  radius: 1.4 + (index % 3) * 0.6,
}));

const constellation = [
  [300, 130],
  [420, 84],
  [600, 116],
  [770, 82],
  [890, 150],
] as const;

/** Illustration of the founders at their table, with a night sky outside the window. */
export const GroupPhoto = () => (
  <figure className={styles['photo']}>
    <svg
      className={styles['drawing']}
      viewBox="0 0 1200 600"
      role="img"
      aria-label={aboutContent.photo.label}
    >
      <rect className={styles['wall']} width="1200" height="600" />
      <rect className={styles['frame']} x="222" y="44" width="756" height="340" rx="10" />
      <rect className={styles['window']} x="236" y="58" width="728" height="312" rx="4" />
      {backgroundStars.map(({ x, y, radius }) => (
        <circle key={`${x} ${y}`} className={styles['faint']} cx={x} cy={y} r={radius} />
      ))}
      <polyline
        className={styles['line']}
        points={constellation.map((point) => point.join()).join(' ')}
      />
      {constellation.map(([x, y]) => (
        <circle key={x} className={styles['point']} cx={x} cy={y} r="4.5" />
      ))}
      <path
        className={styles['star']}
        d="M600 82 607 109 634 116 607 123 600 150 593 123 566 116 593 109Z"
      />
      <path className={styles['frame']} d="M474 58h10v312h-10zM716 58h10v312h-10z" />
      <path className={styles['light']} d="M1040 150H1120L1196 500H964Z" />
      <path className={styles['bulb']} d="M1064 150h32a16 16 0 0 1-32 0Z" />
      <path className={styles['lamp']} d="M1078 0h4v96h-4zM1040 150 1062 96h36l22 54Z" />
      <Founder look="bun" at="330 480" />
      <Founder look="beard" at="606 462" />
      <Founder look="spectacles" at="878 480" />
      <rect className={styles['table']} y="500" width="1200" height="100" />
      <rect className={styles['edge']} y="586" width="1200" height="14" />
      <path
        className={styles['paper']}
        d="M238 536 256 510H350L344 536ZM350 510H436L452 536H344Z"
      />
      <path
        className={styles['paper']}
        d="M640 474h52v24c0 22-52 22-52 0ZM692 480c20-2 20 24-2 20v-6c12 2 12-10 2-8Z"
      />
      <path className={styles['edge']} d="M774 524h200l12 10H762Z" />
      <path className={styles['laptop']} d="M786 430h176a8 8 0 0 1 8 8v90H778v-90a8 8 0 0 1 8-8Z" />
      <path
        className={styles['star']}
        d="M874 462 877 475 890 478 877 481 874 494 871 481 858 478 871 475Z"
      />
    </svg>
    <figcaption className={styles['caption']}>{aboutContent.photo.caption}</figcaption>
  </figure>
);
